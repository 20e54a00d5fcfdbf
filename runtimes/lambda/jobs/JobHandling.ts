import { Context, type Effect, Layer } from "effect"
import { allWorks } from "../../../core/workers/workers.ts"

/**
 * The handlers of all kinds of jobs, made once for a container: they remember what has been compared with the tax
 * authority.
 */
export class JobHandling extends Context.Tag("talonario/lambda/JobHandling")<
  JobHandling,
  Effect.Effect.Success<typeof allWorks>
>() {}

/** Made with the container. */
export const layer = Layer.effect(JobHandling, allWorks)

/** The services that these handlers require. */
export type JobServices = Effect.Effect.Context<ReturnType<JobHandling["Type"][keyof JobHandling["Type"]]["handle"]>>

/** Jobs of a kind at once: one event of SQS has ten messages, unless its mapping says otherwise. */
export const atOnce = 10
