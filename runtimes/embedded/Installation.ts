import { Context, Data, Effect, Redacted } from "effect"
import type { Declarant } from "../../core/declaration/declaration.ts"
import { type Cursors, makeCursors } from "../../core/pagination/cursor.ts"
import { type Software, softwareProblem } from "../../core/registry/software.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { nothingAllowed, parseWebhookAllow, type WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import type { Configuration, Secret } from "./Configuration.ts"
import { formProblem, optionsProblem, webhookAllowForm } from "./configurationProblems.ts"

/** The configuration is wrong, or what it names cannot be used. `message` holds no secret. */
export class CannotStart extends Data.TaggedError("CannotStart")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** The installation's own part of a configuration, read and with its defaults: see `Configuration`. */
export class Installation extends Context.Tag("talonario/Installation")<Installation, {
  /** 32 bytes or more; redacted, since hosts may log the engine, which leads here. */
  readonly secret: Redacted.Redacted<Uint8Array>
  readonly earlierSecrets: ReadonlyArray<Redacted.Redacted<Uint8Array>>
  /** Signs the cursors of lists, with a key derived from the secret. */
  readonly cursors: Cursors
  readonly software: Software
  readonly declarant: Declarant
  readonly qrHost: "production" | "test"
  readonly webhookAllow: WebhookAllow
}>() {}

/** Reads a configuration; fails with what is wrong with it. */
export const installationOf = (configuration: Configuration): Effect.Effect<Installation["Type"], CannotStart> =>
  Effect.gen(function*() {
    const misformed = formProblem(configuration)
    if (misformed !== undefined) return yield* new CannotStart({ message: misformed })
    const { aeat = "production", declarant, qrHost, webhookAllow } = configuration
    const secret = configuration.secret === undefined ? memorySecret : bytesOf(configuration.secret)
    const earlierSecrets = (configuration.earlierSecrets ?? []).map(bytesOf)
    const short = [secret, ...earlierSecrets].find(({ length }) => length < 32)
    if (short !== undefined) return yield* new CannotStart({ message: `secret: 32 bytes or more, not ${short.length}` })
    const software = { ...talonarioSoftware(configuration.software ?? unnamedProducer), ...configuration.software }
    const problem = softwareProblem(software) ?? optionsProblem(configuration)
    if (problem !== undefined) return yield* new CannotStart({ message: problem })
    const allow = webhookAllow === undefined ? nothingAllowed : parseWebhookAllow(webhookAllow)
    if (allow === undefined) return yield* new CannotStart({ message: webhookAllowForm })
    return {
      secret: Redacted.make(secret),
      earlierSecrets: earlierSecrets.map((earlier) => Redacted.make(earlier)),
      cursors: makeCursors(secret, earlierSecrets),
      software,
      declarant: declarant ?? undeclared,
      qrHost: qrHost ?? (aeat === "production" ? "production" : "test"),
      webhookAllow: allow,
    }
  })

const bytesOf = (secret: Secret): Uint8Array => {
  const given = Redacted.isRedacted(secret) ? Redacted.value<string | Uint8Array>(secret) : secret
  return typeof given === "string" ? new TextEncoder().encode(given) : given
}

/** The secret of an engine in memory. It need be none: what it seals ends with the process. */
const memorySecret = new TextEncoder().encode("the memory keeps no secrets: 32 bytes")

const undeclared: Declarant = { address: null, place: null }

const unnamedProducer = { producer: "Talonario", producerNif: "B00000000" }
