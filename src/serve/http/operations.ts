/**
 * Every operation of `/v1`: its name, method and path. Routes, the OpenAPI document and the client are made from this one table. Parts
 * in braces are taken from the input by name; the rest of it goes into the query of a `get`, else into the body.
 */
export const OPERATIONS = {
  recall: { method: "post", path: "/v1/recall" },
  recordOutcome: { method: "post", path: "/v1/outcomes" },
  acquire: { method: "post", path: "/v1/trajectories" },
  importRuns: { method: "post", path: "/v1/import" },
  learn: { method: "post", path: "/v1/learn" },
  listCards: { method: "get", path: "/v1/cards" },
  createCard: { method: "post", path: "/v1/cards" },
  proposeCard: { method: "post", path: "/v1/proposals" },
  showCard: { method: "get", path: "/v1/cards/{id}" },
  editCard: { method: "put", path: "/v1/cards/{id}" },
  diffCard: { method: "get", path: "/v1/cards/{id}/diff" },
  undoCard: { method: "post", path: "/v1/cards/{id}/undo" },
  retireCard: { method: "post", path: "/v1/cards/{id}/retire" },
  restoreCard: { method: "post", path: "/v1/cards/{id}/restore" },
  reinforceCard: { method: "post", path: "/v1/cards/{id}/reinforce" },
  weakenCard: { method: "post", path: "/v1/cards/{id}/weaken" },
  cardLog: { method: "get", path: "/v1/cards/{id}/log" },
  whyCard: { method: "get", path: "/v1/cards/{id}/why" },
  waiting: { method: "get", path: "/v1/review" },
  review: { method: "post", path: "/v1/review" },
  dream: { method: "post", path: "/v1/dream" },
  prune: { method: "post", path: "/v1/prune" },
  status: { method: "get", path: "/v1/status" },
} as const satisfies Record<string, { method: "get" | "post" | "put"; path: string }>;

export type OperationName = keyof typeof OPERATIONS;

/** Names the project whose memory is spoken of; default: the server's own. */
export const PROJECT_HEADER = "habitus-project";
