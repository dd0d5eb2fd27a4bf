import type { Api } from "./api.ts";
import type { ServerEvent } from "./events.ts";
import { OPERATIONS, type OperationName, PROJECT_HEADER } from "./operations.ts";

export type { Api } from "./api.ts";
export type { ServerEvent } from "./events.ts";
export type { OperationName } from "./operations.ts";

export interface ClientOptions {
  /** Such as `http://127.0.0.1:8002`. */
  url: string;
  token?: string;
  /** Default: the server's own. */
  project?: string;
  /** Default: the platform's. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** One method for each operation of the server's document. */
export type HabitusClient = {
  [Name in OperationName]: (
    ...given: Record<never, never> extends Api[Name]["input"]
      ? [input?: Api[Name]["input"], options?: CallOptions]
      : [input: Api[Name]["input"], options?: CallOptions]
  ) => Promise<Api[Name]["reply"]>;
} & {
  /**
   * What happens on the server, while it is listened to.
   * @param options.after  number of the last event that was heard; later ones that the server still has come first
   */
  events(options?: CallOptions & { after?: number }): AsyncIterable<ServerEvent>;
};

/** The server said no, or none is there. */
export class HabitusHttpError extends Error {
  override readonly name = "HabitusHttpError";
  /** 0: nobody answered. */
  readonly status: number;
  /** Stable: `NOT_FOUND`, `CONFLICT` and so on; `docs/http.md` has them. */
  readonly code: string;
  readonly hint: string | undefined;

  constructor(status: number, code: string, message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

/** Speaks to `habitus serve`. Every method rejects with {@link HabitusHttpError} when the server says no or nobody answers. */
export function createClient(options: ClientOptions): HabitusClient {
  const ask = options.fetch ?? ((request: Request) => globalThis.fetch(request));
  const base = options.url.replace(/\/+$/, "");
  const send = async (request: Request): Promise<Response> => {
    try {
      return await ask(request);
    } catch (error) {
      if (request.signal.aborted || !(error instanceof TypeError)) throw error;
      const { cause } = error as { cause?: { code?: string; message?: string } };
      const why = cause?.code ?? cause?.message ?? error.message;
      const hint = "Start `habitus serve`, and give the address that it prints.";
      throw new HabitusHttpError(0, "UNREACHABLE", `no server answers at ${base}: ${why}`, hint, { cause: error });
    }
  };
  const headers = {
    ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
    ...(options.project !== undefined && { [PROJECT_HEADER]: encodeURIComponent(options.project) }),
  };
  const call = async (name: OperationName, input: Record<string, unknown> = {}, { signal }: CallOptions = {}) => {
    const { method, path } = OPERATIONS[name];
    const rest = { ...input };
    const at = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
      const value = String(rest[key]);
      delete rest[key];
      return encodeURIComponent(value);
    });
    const query = method === "get" ? queryOf(rest) : "";
    const body = method === "get" ? undefined : JSON.stringify(rest);
    const request = new Request(`${base}${at}${query}`, {
      method: method.toUpperCase(),
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    const response = await send(request);
    if (!response.ok) throw await errorOf(response);
    return response.json();
  };
  const methods = Object.keys(OPERATIONS).map((name) => [
    name,
    (input?: Record<string, unknown>, given?: CallOptions) => call(name as OperationName, input, given),
  ]);
  return {
    ...Object.fromEntries(methods),
    events: async function* ({ signal, after }: CallOptions & { after?: number } = {}) {
      const request = new Request(`${base}/v1/events`, {
        headers: { ...headers, ...(after !== undefined && { "last-event-id": String(after) }) },
        ...(signal && { signal }),
      });
      const response = await send(request);
      if (!response.ok || !response.body) throw await errorOf(response);
      yield* readEvents(response.body);
    },
  } as HabitusClient;
}

function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) query.set(key, String(value));
  return query.size === 0 ? "" : `?${query}`;
}

async function errorOf(response: Response): Promise<HabitusHttpError> {
  const text = await response.text();
  try {
    const { code, message, hint } = (JSON.parse(text) as { error: { code: string; message: string; hint?: string } })
      .error;
    return new HabitusHttpError(response.status, code, message, hint);
  } catch {
    // Something between us and the server answered.
    return new HabitusHttpError(response.status, "UNEXPECTED", text.slice(0, 200) || response.statusText);
  }
}

/** Each block of a stream of events holds one of ours on its `data` line; other blocks are signs of life. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncIterable<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").filter((line) => line.startsWith("data:"));
      if (data.length > 0)
        yield JSON.parse(data.map((line) => line.slice("data:".length).trim()).join("\n")) as ServerEvent;
    }
  }
}
