import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Either, Schema } from "effect"
import type { Command } from "../../../core/commit/Command.ts"
import { GroupCommit } from "../../../core/commit/GroupCommit.ts"
import { idempotencyKeyIssue, isIdempotencyKey, type StoredReply } from "../../../core/idempotency/IdempotencyRecord.ts"
import { onceOnly, type OnceRequest } from "../../../core/idempotency/onceOnly.ts"
import type { SecretBox } from "../../../core/ports/SecretBox.ts"
import type { Storage, TransactionFailure } from "../../../core/ports/Storage.ts"
import { invalidField, type InvalidInput, type Refusal } from "../../../core/refusals/refusal.ts"
import { openedSecret } from "../../../core/webhooks/openedSecrets.ts"
import type { CallOptions } from "../faces/Face.ts"
import { type Caller, companyExists } from "./Caller.ts"
import type { Input } from "./Input.ts"

/** A call that changes something: what it is given, and the command that this makes. */
interface Written<I, A, S, SI, Made, R = never> {
  readonly name: string
  readonly input: Input<I, A, R>
  readonly command: (given: A) => Made
  /** Reads an answer that was kept for a repetition. */
  readonly shown: Schema.Schema<S, SI>
}

type WriteCall<I, S, E, R> = (
  given: I,
  options?: CallOptions,
) => Effect.Effect<S, Refusal | TransactionFailure | E, GroupCommit | Storage | R>

/** Carries the command out for the caller, once per idempotency key where the call has one. */
export const toWrite = <I, A, S, SI>(
  caller: Caller,
  written: Written<I, A, S, SI, Command<S>>,
): WriteCall<I, S, never, never> =>
  toWritePrepared(caller, { ...written, command: (given) => Effect.succeed(written.command(given)) })

/** The same for a command that takes an Effect to make, such as sealing a secret or reading the installation's settings. */
export const toWritePrepared = <I, A, S, SI, E, R, RI = never>(
  caller: Caller,
  { command, input, name, shown }: Written<I, A, S, SI, Effect.Effect<Command<S>, E, R>, RI>,
): WriteCall<I, S, E, R | RI> =>
(given, options = {}) =>
  Effect.gen(function*() {
    const read = yield* input.read(given)
    const once = yield* onceRequest(caller, name, input.essence(given), options)
    yield* companyExists(caller)
    const ready = yield* command(read)
    const { run } = yield* GroupCommit
    // Cloned for the host: what was made of a row, or of a constant, shares its lists (see read.ts).
    if (once === null) return structuredClone(yield* run(ready))
    const { reply } = yield* run(onceOnly(ready, once, replyOf))
    return Schema.decodeUnknownSync(shown)(reply.body === "" ? undefined : JSON.parse(reply.body))
  })

/** The same for an answer that shows a webhook's secret: it is kept sealed, and opened each time that it is shown. */
export const toWriteSealed = <I, A, S extends { readonly secreto: string }, SI, E, R, RI = never>(
  caller: Caller,
  written: Written<I, A, S, SI, Effect.Effect<Command<S>, E, R>, RI>,
): WriteCall<I, S, E, R | RI | SecretBox> => {
  const call = toWritePrepared(caller, written)
  return (given, options) =>
    Effect.flatMap(call(given, options), (answer) =>
      Effect.map(openedSecret(answer.secreto), (secreto) => ({ ...answer, secreto })))
}

/** Carries out a command of a call that takes no idempotency key. */
export const runCommand = <A>(command: Command<A>): Effect.Effect<A, Refusal | TransactionFailure, GroupCommit> =>
  Effect.flatMap(GroupCommit, ({ run }) => run(command))

const replyOf = (result: unknown): StoredReply =>
  ({ status: 200, location: null, body: result === undefined ? "" : JSON.stringify(result) })

const onceRequest = (
  { modo }: Caller,
  name: string,
  essence: unknown,
  options: CallOptions,
): Either.Either<OnceRequest | null, InvalidInput> => {
  // From hosts without types: a key by another name would be passed over, and null, or any object, would be one key for all
  // of their calls.
  if (!isObject(options)) return Either.left(invalidField("(opciones)", "debe ser un objeto"))
  const unknown = Object.keys(options).find((option) => !Object.hasOwn(knownOptions, option))
  if (unknown !== undefined) return Either.left(invalidField(unknown, "no es una opción conocida"))
  const { idempotencyKey: key } = options
  if (key === undefined) return Either.right(null)
  if (typeof key !== "string") return Either.left(invalidField("idempotencyKey", "debe ser un texto"))
  if (!isIdempotencyKey(key)) return Either.left(invalidField("idempotencyKey", idempotencyKeyIssue))
  const fingerprint = bytesToHex(sha256(utf8ToBytes(`${name}\n${JSON.stringify(essence, inOrder) ?? ""}`)))
  // In place of an access key: callers within the process have none.
  return Either.right({ accessKeyId: `embedded ${modo}`, key, fingerprint })
}

const knownOptions: Readonly<Record<keyof CallOptions, true>> = { idempotencyKey: true }

const isObject = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given)

/** Properties in the order of their names: the order in which the host wrote them means nothing. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
