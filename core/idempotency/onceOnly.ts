import { Either } from "effect"
import { dayMillis, type Instant } from "../calendar/instant.ts"
import { type Command, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { type Conflict, conflict } from "../refusals/refusal.ts"
import { idempotencyId, type IdempotencyRecord, type StoredReply } from "./IdempotencyRecord.ts"

/** How long an Idempotency-Key is remembered: 24 hours (decisions, section 1). */
export const retentionMillis = dayMillis

/** A request that is to take effect at most once. */
export interface OnceRequest {
  readonly accessKeyId: string
  /** Value of the Idempotency-Key header. */
  readonly key: string
  /** SHA-256 of method, path and body: another request under the same key is refused. */
  readonly fingerprint: string
}

/** An answer, and whether it repeats an earlier one. */
export interface OnceReply {
  readonly reply: StoredReply
  readonly replayed: boolean
}

/**
 * The answer to a request whose Idempotency-Key was used before: the first answer again, or a conflict where that was another
 * request. Undefined where the key was not used, or so long ago that it is forgotten.
 */
export const repeated = (
  known: IdempotencyRecord | undefined,
  request: OnceRequest,
  now: Instant,
): Either.Either<OnceReply, Conflict> | undefined => {
  if (known === undefined || known.creado + retentionMillis <= now) return undefined
  return known.fingerprint === request.fingerprint
    ? Either.right({ reply: known.reply, replayed: true })
    : Either.left(conflict("clave_reutilizada", "La clave de idempotencia ya se usó con otra petición."))
}

/**
 * The same command, carried out at most once per Idempotency-Key (contract, section 4.2). The record of its answer is one more
 * row of the same commit, so the two can never disagree. A refused command leaves no record and is judged again when repeated.
 */
export const onceOnly = <A>(
  command: Command<A>,
  request: OnceRequest,
  answer: (result: A) => StoredReply,
): Command<OnceReply> => {
  const { organizationId } = command
  const id = idempotencyId(request.accessKeyId, request.key)
  const own = key("idempotencyRecord", organizationId, id)
  return {
    organizationId,
    reads: (view) => [own, ...command.reads(view)],
    decide: (view, supply) => {
      // By the clock, not `supply.now`: after one write under a clock that was ahead, that would forget all keys at once.
      const known = repeated(view.get("idempotencyRecord", organizationId, id), request, supply.clock)
      if (known !== undefined) return Either.map(known, unchanged)
      return Either.map(command.decide(view, supply), (decision) => {
        const reply = answer(decision.result)
        const { fingerprint } = request
        const row = { organizationId, id, fingerprint, reply, creado: supply.now }
        const record = { table: "idempotencyRecord" as const, row }
        return { ...decision, result: { reply, replayed: false }, rows: [...decision.rows, record] }
      })
    },
  }
}
