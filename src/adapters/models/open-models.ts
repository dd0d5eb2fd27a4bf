import { MemoryError } from "../../errors.ts";
import { type ModelOptions, type ModelRole, type ModelsOptions, modelFor } from "../../options/models.ts";
import type { Embedder, LanguageModel, Models } from "../../ports.ts";
import { createLimiter } from "./limiter.ts";
import { CallFailed, type CallFault, patientCall } from "./patient-call.ts";

/**
 * The models that the options name, each loaded when it is first asked: the libraries behind them take a third of a second.
 * Keys are read from the environment at that moment and kept nowhere else. No process is started for a model.
 * @returns undefined when no role is set
 */
export function openModels(options: ModelsOptions, env: NodeJS.ProcessEnv): Models | undefined {
  const limit = createLimiter(options.concurrency);
  const patience = {
    timeoutMs: options.timeoutSeconds * 1000,
    retries: options.retries,
    maxWaitMs: options.maxWaitSeconds * 1000,
  };
  const made = new Map<ModelOptions, LanguageModel>();
  const language = (role: Exclude<ModelRole, "embed">): LanguageModel | undefined => {
    const model = modelFor(options, role);
    if (!model) return undefined;
    const known = made.get(model) ?? languageModel(model);
    made.set(model, known);
    return known;
  };

  function languageModel(model: ModelOptions): LanguageModel {
    let loaded: Promise<ReturnType<typeof import("./ai-model.ts").createAiModel>> | undefined;
    return {
      name: model.model,
      maxTokens: model.maxTokens ?? 4_096,
      generate: (request) =>
        limit(() =>
          named(model, env, async (key, faultOf) => {
            loaded ??= import("./ai-model.ts").then(({ createAiModel }) => createAiModel({ options: model, key }));
            const generate = await loaded;
            return patientCall((signal) => generate(request, signal), faultOf, patience, request);
          }),
        ),
    };
  }

  function embedder(model: ModelOptions): Embedder {
    let loaded: Promise<ReturnType<typeof import("./ai-embedder.ts").createAiEmbedder>> | undefined;
    return {
      name: model.dimensions === undefined ? model.model : `${model.model}/${model.dimensions}`,
      embed: (texts, given) =>
        limit(() =>
          named(model, env, async (key, faultOf) => {
            loaded ??= import("./ai-embedder.ts").then(({ createAiEmbedder }) =>
              createAiEmbedder({ options: model, key }),
            );
            const embed = await loaded;
            return patientCall((signal) => embed(texts, signal), faultOf, patience, { signal: given });
          }),
        ),
    };
  }

  const [summarise, judge, rewrite, act] = (["summarise", "judge", "rewrite", "act"] as const).map(language);
  const embed = modelFor(options, "embed");
  if (!summarise && !judge && !rewrite && !act && !embed) return undefined;
  return {
    ...(summarise && { summarise }),
    ...(judge && { judge }),
    ...(rewrite && { rewrite }),
    ...(act && { act }),
    ...(embed && { embed: embedder(embed) }),
  };
}

/** Makes a call with the role's key, and says of what fails which model it was. */
async function named<T>(
  model: ModelOptions,
  env: NodeJS.ProcessEnv,
  call: (key: string | undefined, faultOf: (error: unknown) => CallFault) => Promise<T>,
): Promise<T> {
  const name = model.keyEnv ?? (model.provider === "anthropic" ? "ANTHROPIC_API_KEY" : undefined);
  const key = name === undefined ? undefined : env[name] || undefined;
  if (name !== undefined && key === undefined) {
    throw new MemoryError(
      "MODEL_FAILED",
      `${model.model}: the environment variable ${name} holds no key`,
      `Set ${name} in the environment; keys are never read from files.`,
    );
  }
  try {
    const { callFault } = await import("./call-fault.ts");
    return await call(key, (error) => callFault(error, key));
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    // Without its cause: the library's error holds the whole request.
    throw new MemoryError(
      "MODEL_FAILED",
      `${model.model}: ${error.message}`,
      "Everything that needs no model goes on; try again later, or correct `models` in config.yaml.",
    );
  }
}
