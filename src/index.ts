export { CardFormatError, MemoryError, type MemoryErrorCode } from "./errors.ts";
export type { DemotionReport } from "./memory/demote-run.ts";
export type { ExportedCard } from "./memory/export-run.ts";
export type { HandoverReport, HandoverRequest } from "./memory/handover-run.ts";
export type { LearnRequest } from "./memory/learn-run.ts";
export type { Insight, ReflectReport, ReflectRequest } from "./memory/lenses/reflect-run.ts";
export type { LensDecision, LensReport, LensRequest } from "./memory/lenses/types.ts";
export type { PromoteRequest, PromotionReport } from "./memory/promote-run.ts";
export type { Suggestions } from "./memory/suggest-run.ts";
export type { ToolCalls, ToolCallsAdded, ToolMemory, ToolSummary } from "./memory/tool-calls/tool-calls.ts";
export type {
  Advice,
  CardView,
  Decision,
  Finding,
  ImportReport,
  ImportSource,
  LearnReport,
  NewCard,
  OutcomeReport,
  Progress,
  Project,
  RecallRequest,
  Status,
} from "./memory/types.ts";
export { createMemory, type Memory } from "./memory.ts";
export type { CardKind, CardScope, CardStatus, CardTier, Experience, Provenance, Value } from "./model/experience.ts";
export type { LedgerRow, RecallLevel } from "./model/ledger.ts";
export type { CallOutcome, Observation, ObservationEvent } from "./model/observation.ts";
export type { Outcome, OutcomeSource } from "./model/outcome.ts";
export type { FixArgumentRule, FixCallRule, ProvenanceRule, Rule } from "./model/rule.ts";
export type { RecordedCall, ToolCall, ToolCallEvaluation } from "./model/tool-call.ts";
export type { Step, Trajectory, Turn } from "./model/trajectory.ts";
export { type OpenOptions, openMemory, runFiles } from "./open-memory.ts";
export type { ModelOptions, ModelRole, ModelsOptions } from "./options/models.ts";
export { MEMORY_DEFAULTS, type MemoryOptions } from "./options.ts";
export type {
  CardFiles,
  CardIndex,
  Clock,
  Embedder,
  Ids,
  LanguageModel,
  Ledger,
  Lock,
  ModelMessage,
  ModelReply,
  ModelRequest,
  Models,
  ModelUse,
  ObservationLog,
  Ports,
  StateFile,
} from "./ports.ts";
