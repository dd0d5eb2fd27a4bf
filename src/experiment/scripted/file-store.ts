import type { Hand, Repair } from "./hand.ts";

const pathsIn = (query: string) => query.match(/\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g) ?? [];
const quotedIn = (query: string) => /["“「]([^"”」]+)["”」]/.exec(query)?.[1] ?? "";
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

export function changePort(hand: Hand): void {
  const path = pathsIn(hand.query)[0] ?? "";
  const port = /(?<![0-9])\d{4}(?![0-9])/.exec(hand.query)?.[0] ?? "";
  const volume = opening(hand);
  let text = `port=${port}`;
  if (hand.knows("other-lines", ["read_file"])) {
    const old = hand.insist("read_file", () => ({ path }), [volume]).text;
    text = String(old).replace(/port=\d+/, text);
  }
  const named = hand.parameter("write_file", ["etag", "replaces"]) ?? "etag";
  const condition: Record<string, string | number> = {};
  const stat = (field: string) => {
    const known = hand.insist("stat_file", () => ({ path }), [volume]);
    for (const name of Object.keys(condition)) delete condition[name];
    const value = known[field] ?? known.etag ?? known.revision;
    condition[field] = value as string | number;
  };
  if (hand.knows("precondition", ["stat_file"])) stat(named);
  hand.insist("write_file", () => ({ path, text, ...condition }), [
    volume,
    {
      error: /^(?:412|invalid arguments)/,
      point: "precondition",
      repair: () => stat(hand.parameter("write_file", ["replaces", "etag"]) ?? "etag"),
    },
  ]);
}

export function removeFolder(hand: Hand): void {
  const path = pathsIn(hand.query)[0] ?? "";
  const volume = opening(hand);
  const empty = () => {
    const { files, folders } = hand.insist("list_folder", () => ({ path }), [volume]) as Record<string, string[]>;
    for (const file of files ?? []) hand.call("delete_file", { path: file });
    for (const folder of [...(folders ?? [])].reverse()) hand.call("delete_folder", { path: folder });
  };
  if (hand.knows("empty-first", ["list_folder", "delete_file"])) empty();
  hand.insist("delete_folder", () => ({ path }), [
    volume,
    { error: /is not empty/, point: "empty-first", repair: empty },
  ]);
}

export function replaceRelease(hand: Hand): void {
  const [from = "", to = ""] = pathsIn(hand.query);
  const volume = opening(hand);
  const makeRoom = () => void hand.insist("delete_file", () => ({ path: to }), [volume]);
  if (hand.knows("room", ["delete_file"])) makeRoom();
  hand.insist("move_file", () => ({ from, to }), [volume, { error: /exists$/, point: "room", repair: makeRoom }]);
}

export function newNote(hand: Hand): void {
  const path = pathsIn(hand.query)[0] ?? "";
  const volume = opening(hand);
  const makeFolder = () => void hand.insist("make_folder", () => ({ path: folderOf(path) }), [volume]);
  if (hand.knows("folder-first", ["make_folder"])) makeFolder();
  hand.insist("write_file", () => ({ path, text: quotedIn(hand.query) }), [
    volume,
    { error: /there is no folder/, point: "folder-first", repair: makeFolder },
  ]);
}

function opening(hand: Hand): Repair {
  const mount = () => void hand.call("mount_volume");
  if (hand.knows("volume", ["mount_volume"])) mount();
  return { error: /^503 /, point: "volume", repair: mount };
}
