import { z } from "zod";
import { type Place, taskKind } from "./place.ts";
import { Refusal, type ToolBox, tool } from "./tool-box.ts";

interface Store {
  mounted: boolean;
  /** By absolute path. A folder is there as long as it was made, whether or not anything lies in it. */
  files: Record<string, { text: string; revision: number }>;
  folders: string[];
}

const path = z.string().describe("absolute path, such as /etc/app.conf");

function mustBeMounted(store: Store): void {
  if (!store.mounted) throw new Refusal("503 the volume is not mounted");
}

function fileAt(store: Store, at: string) {
  if (!at.startsWith("/")) throw new Refusal("400 paths begin with /");
  const file = store.files[at];
  if (!file) throw new Refusal(`404 no file ${at}`);
  return file;
}

const inside = (folder: string, at: string) => at.startsWith(`${folder}/`);
const etagOf = ({ text, revision }: { text: string; revision: number }) => `"${revision}-${text.length.toString(36)}"`;

function write(
  store: Store,
  at: string,
  text: string,
  isCurrent: (file: { text: string; revision: number }) => boolean,
) {
  mustBeMounted(store);
  if (!at.startsWith("/")) throw new Refusal("400 paths begin with /");
  const existing = store.files[at];
  if (existing && !isCurrent(existing))
    throw new Refusal("412 precondition failed: the file has changed, or no etag was given");
  const folder = at.slice(0, at.lastIndexOf("/"));
  if (folder !== "" && !store.folders.includes(folder)) throw new Refusal(`409 there is no folder ${folder}`);
  const revision = (existing?.revision ?? 0) + 1;
  store.files[at] = { text, revision };
  return { path: at, revision };
}

const shared: ToolBox<Store> = {
  mount_volume: tool("Mounts the volume.", z.object({}), (store: Store) => {
    store.mounted = true;
    return { mounted: true };
  }),
  list_folder: tool("Lists a folder.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    if (!store.folders.includes(at)) throw new Refusal(`404 no folder ${at}`);
    return {
      files: Object.keys(store.files).filter((each) => inside(at, each)),
      folders: store.folders.filter((each) => inside(at, each)),
    };
  }),
  read_file: tool("Reads a file.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    return { path: at, text: fileAt(store, at).text };
  }),
  make_folder: tool("Makes a folder.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    if (store.folders.includes(at)) throw new Refusal(`409 ${at} exists`);
    store.folders.push(at);
    return { path: at };
  }),
  delete_file: tool("Deletes a file.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    fileAt(store, at);
    delete store.files[at];
    return { deleted: at };
  }),
  delete_folder: tool("Deletes a folder.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    if (!store.folders.includes(at)) throw new Refusal(`404 no folder ${at}`);
    const isFull = [...Object.keys(store.files), ...store.folders].some((each) => inside(at, each));
    if (isFull) throw new Refusal(`409 ${at} is not empty`);
    store.folders = store.folders.filter((each) => each !== at);
    return { deleted: at };
  }),
  move_file: tool("Moves a file.", z.object({ from: path, to: path }), (store: Store, { from, to }) => {
    mustBeMounted(store);
    const file = fileAt(store, from);
    if (store.files[to]) throw new Refusal(`409 ${to} exists`);
    const folder = to.slice(0, to.lastIndexOf("/"));
    if (!store.folders.includes(folder)) throw new Refusal(`409 there is no folder ${folder}`);
    delete store.files[from];
    store.files[to] = file;
    return { from, to };
  }),
};

const text = z.string().describe("the whole new text");

const before: ToolBox<Store> = {
  ...shared,
  stat_file: tool("Says what is known of a file.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    const file = fileAt(store, at);
    return { path: at, size: file.text.length, etag: etagOf(file) };
  }),
  write_file: tool(
    "Writes a file.",
    z.object({ path, text, etag: z.string().optional().describe("etag of the text that is replaced") }),
    (store: Store, { path: at, text: next, etag }) => write(store, at, next, (file) => etagOf(file) === etag),
  ),
};

const after: ToolBox<Store> = {
  ...shared,
  stat_file: tool("Says what is known of a file.", z.object({ path }), (store: Store, { path: at }) => {
    mustBeMounted(store);
    const file = fileAt(store, at);
    return { path: at, size: file.text.length, revision: file.revision };
  }),
  write_file: tool(
    "Writes a file.",
    z.object({ path, text, replaces: z.number().int().optional().describe("revision of the text that is replaced") }),
    (store: Store, { path: at, text: next, replaces }) => write(store, at, next, (file) => file.revision === replaces),
  ),
};

const APPS = ["billing", "search", "ledger", "mailer", "portal", "router", "worker", "gateway"] as const;
const appAt = (n: number) => APPS[n % APPS.length]!;

function store(files: Record<string, string>, folders: string[]): Store {
  return {
    mounted: false,
    files: Object.fromEntries(Object.entries(files).map(([at, each], i) => [at, { text: each, revision: 3 + i }])),
    folders: [...folders],
  };
}

function filesShouldBe({ files }: Store, expected: Record<string, string>): string[] {
  return [
    ...Object.entries(expected)
      .filter(([at, each]) => files[at]?.text !== each)
      .map(([at]) => (files[at] ? `wrong text in ${at}` : `missing: ${at}`)),
    ...Object.keys(files)
      .filter((at) => !(at in expected))
      .map((at) => `should not be there: ${at}`),
  ];
}

interface AppGoal {
  n: number;
  app: string;
}

const appGoal = (shift: number) => (n: number) => ({ n, app: appAt(n + shift) });
const portOf = (n: number) => 8_000 + 11 * n;
const confOf = (n: number) => `port=${portOf(n)}\nworkers=4`;

/** Files on a volume: mounting, preconditions of writing, empty folders, what may not be overwritten. */
export const fileStore: Place<Store> = {
  name: "file-store",
  about:
    "You look after files on a volume through its tools. Do exactly what is asked and leave everything else as it is.",
  tools: [before, after],
  kinds: [
    taskKind<Store, AppGoal>({
      name: "change-port",
      goal: appGoal(0),
      ask: {
        en: ({ n, app }) => `In /etc/${app}.conf, set port to ${portOf(n) + 1} and keep the other lines.`,
        ko: ({ n, app }) => `/etc/${app}.conf에서 port를 ${portOf(n) + 1}로 바꾸고 다른 줄은 그대로 둬.`,
        ja: ({ n, app }) => `/etc/${app}.conf の port を ${portOf(n) + 1} に変え、ほかの行はそのままにしてください。`,
        zh: ({ n, app }) => `把 /etc/${app}.conf 里的 port 改成 ${portOf(n) + 1}，其他行保持不变。`,
      },
      begin: ({ n, app }) => store({ [`/etc/${app}.conf`]: confOf(n), "/etc/hosts": "127.0.0.1 localhost" }, ["/etc"]),
      faults: (state, { n, app }) =>
        filesShouldBe(state, {
          [`/etc/${app}.conf`]: `port=${portOf(n) + 1}\nworkers=4`,
          "/etc/hosts": "127.0.0.1 localhost",
        }),
    }),
    taskKind<Store, AppGoal>({
      name: "remove-folder",
      goal: appGoal(2),
      ask: {
        en: ({ app }) => `Remove the folder /tmp/${app} with all that is in it.`,
        ko: ({ app }) => `/tmp/${app} 폴더를 안에 있는 것까지 모두 지워 줘.`,
        ja: ({ app }) => `/tmp/${app} フォルダーを中身ごと削除してください。`,
        zh: ({ app }) => `删除 /tmp/${app} 文件夹及其中的全部内容。`,
      },
      begin: ({ n, app }) =>
        store({ [`/tmp/${app}/a.log`]: `${n}`, [`/tmp/${app}/old/b.log`]: "x", "/tmp/keep.txt": "keep" }, [
          "/tmp",
          `/tmp/${app}`,
          `/tmp/${app}/old`,
        ]),
      faults: (state, { app }) => [
        ...filesShouldBe(state, { "/tmp/keep.txt": "keep" }),
        ...state.folders.filter((each) => each !== "/tmp").map((each) => `should not be there: ${each}`),
        ...(state.folders.includes("/tmp") ? [] : [`missing: /tmp (${app})`]),
      ],
    }),
    taskKind<Store, AppGoal>({
      name: "replace-release",
      goal: appGoal(4),
      ask: {
        en: ({ app }) => `Put /build/${app}.js in the place of /srv/${app}/main.js.`,
        ko: ({ app }) => `/build/${app}.js를 /srv/${app}/main.js 자리에 넣어 줘.`,
        ja: ({ app }) => `/build/${app}.js を /srv/${app}/main.js と置き換えてください。`,
        zh: ({ app }) => `用 /build/${app}.js 替换 /srv/${app}/main.js。`,
      },
      begin: ({ n, app }) =>
        store({ [`/build/${app}.js`]: `release ${n + 1}`, [`/srv/${app}/main.js`]: `release ${n}` }, [
          "/build",
          "/srv",
          `/srv/${app}`,
        ]),
      faults: (state, { n, app }) => filesShouldBe(state, { [`/srv/${app}/main.js`]: `release ${n + 1}` }),
    }),
    taskKind<Store, AppGoal>({
      name: "new-note",
      goal: appGoal(6),
      ask: {
        en: ({ n, app }) => `Write "restarted ${n} times" into the new file /var/log/${app}/note.txt.`,
        ko: ({ n, app }) => `새 파일 /var/log/${app}/note.txt에 "restarted ${n} times"라고 써 줘.`,
        ja: ({ n, app }) => `新しいファイル /var/log/${app}/note.txt に「restarted ${n} times」と書いてください。`,
        zh: ({ n, app }) => `在新文件 /var/log/${app}/note.txt 中写入“restarted ${n} times”。`,
      },
      begin: () => store({ "/var/log/system.log": "boot" }, ["/var", "/var/log"]),
      faults: (state, { n, app }) =>
        filesShouldBe(state, { "/var/log/system.log": "boot", [`/var/log/${app}/note.txt`]: `restarted ${n} times` }),
    }),
  ],
};
