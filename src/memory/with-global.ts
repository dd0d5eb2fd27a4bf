import type { Memory } from "../memory.ts";
import type { Experience } from "../model/experience.ts";
import { GLOBAL_PREFIX, isGlobalId, type Ports } from "../ports.ts";

/**
 * The same memory, in which ids that begin with `global/` name the cards of `global/`: they are shown, changed and taken out of recall
 * there, under the lock of `global/`.
 * @param open  a memory over the ports of `global/`
 */
export function withGlobal(
  memory: Memory,
  ports: Pick<Ports, "global" | "index">,
  open: (ports: Ports) => Memory,
): Memory {
  const { global } = ports;
  if (!global) return memory;
  const there = async () => open(await global.open());
  const plain = (id: string) => id.slice(GLOBAL_PREFIX.length);
  const named = (experience: Experience): Experience => ({ ...experience, id: `${GLOBAL_PREFIX}${experience.id}` });
  return {
    ...memory,
    list: async (status) => {
      const listed = await memory.list(status);
      if (status !== undefined && status !== "active") return listed;
      const known = (await ports.index.all("global")).map(({ experience }) => experience);
      return { ...listed, cards: [...listed.cards, ...known] };
    },
    show: async (id) => {
      if (!isGlobalId(id)) return memory.show(id);
      const view = await (await there()).show(plain(id));
      return { ...view, experience: named(view.experience) };
    },
    text: async (id) => (isGlobalId(id) ? (await there()).text(plain(id)) : memory.text(id)),
    edit: async (id, text, base) =>
      isGlobalId(id) ? named(await (await there()).edit(plain(id), text, base)) : memory.edit(id, text, base),
    diff: async (id, version) => (isGlobalId(id) ? (await there()).diff(plain(id), version) : memory.diff(id, version)),
    undo: async (id) => (isGlobalId(id) ? (await there()).undo(plain(id)) : memory.undo(id)),
    log: async (id) => (id !== undefined && isGlobalId(id) ? (await there()).log(plain(id)) : memory.log(id)),
    why: async (id) => (isGlobalId(id) ? (await there()).why(plain(id)) : memory.why(id)),
    reinforce: async (id) => (isGlobalId(id) ? (await there()).reinforce(plain(id)) : memory.reinforce(id)),
    weaken: async (id) => (isGlobalId(id) ? (await there()).weaken(plain(id)) : memory.weaken(id)),
    retire: async (id, reason) =>
      isGlobalId(id) ? named(await (await there()).retire(plain(id), reason)) : memory.retire(id, reason),
    restore: async (id, reason) =>
      isGlobalId(id) ? named(await (await there()).restore(plain(id), reason)) : memory.restore(id, reason),
  };
}
