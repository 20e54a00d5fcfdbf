import { Effect, Either, Option, Schema } from "effect"
import { civilDateOfDateTime } from "../calendar/civilZone.ts"
import { type Instant, instant } from "../calendar/instant.ts"
import type { Command } from "../commit/Command.ts"
import { key, type TableRow } from "../commit/tables.ts"
import { optional, text } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { webhookJob } from "../jobs/Job.ts"
import { between, equalTo } from "../pagination/listFilters.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type FieldIssue, invalidInput, type InvalidInput } from "../refusals/refusal.ts"
import { activeWebhook } from "../webhooks/presentWebhook.ts"
import { replay } from "./abandonAndReplay.ts"
import { presentDelivery } from "./presentDelivery.ts"

/** How a date-time with an offset ends. */
const ownOffset = /(?:Z|[+-]\d\d:\d\d)$/i

/** Whether the text is a date-time with its offset, on a day that exists; the zone makes no difference to that. */
const isMoment = (value: string): boolean =>
  ownOffset.test(value) && value.length <= 40 && civilDateOfDateTime(value, "Europe/Madrid") !== undefined

/** An ISO 8601 date-time with its offset. */
const moment = Schema.String.pipe(
  Schema.filter((value) => isMoment(value) || "debe ser una fecha con hora ISO 8601 y su zona, como 2026-11-20T10:00:00Z", {
    jsonSchema: { format: "date-time" },
    arbitrary: () => (fc) => fc.constantFrom("2026-11-20T10:00:00Z", "2024-02-29T23:59:59.999+01:00"),
  }),
)

const instantOf = (text: string): Instant => instant(Date.parse(text.toUpperCase()))

/** Which deliveries to send again: those created from `desde` to `hasta`, both included, or until now without `hasta`. */
export const ReplayRange = Schema.Struct({
  desde: moment,
  hasta: optional(moment),
  tras: optional(text({ max: 64 }).annotations({
    jsonSchema: { maxLength: 64, description: "`continuar_tras` de la respuesta anterior, con el mismo intervalo." },
  })),
}).annotations({ identifier: "ReenvioDeIntervalo" })
export type ReplayRange = typeof ReplayRange.Type

/** How many deliveries of the range are sent again, and how to go on with the rest. */
export const RangeReplayed = Schema.Struct({
  reenviados: Schema.Int,
  caducados: Schema.Int.annotations({ description: "Terminaron hace más de 30 días: no se reenvían." }),
  continuar_tras: Schema.NullOr(Schema.String).annotations({
    description: "Quedan envíos: repita la petición con este valor en `tras`. null cuando no queda ninguno.",
  }),
}).annotations({ identifier: "EnviosReenviados" })
export type RangeReplayed = typeof RangeReplayed.Type

/** How many deliveries one call replays at most: it rewrites them in one commit, which other writes wait for. */
export const maxReplayed = 500

/** The ids of the deliveries that one call replays, oldest first, and `tras` for the next call; null where nothing is left. */
interface ChosenDeliveries {
  readonly ids: ReadonlyArray<string>
  readonly next: string | null
}

/** `tras` is a place in the company's order of creation, and so good even if the delivery at that place is deleted meanwhile. */
const placeForm = /^\d{1,15}$/

/** The deliveries of the range that this call replays; none for an unknown webhook, which `replayDeliveries` refuses. */
const chooseDeliveries = Effect.fnUntraced(function*(
  organizationId: OrganizationId,
  webhookId: string,
  { desde, hasta, tras }: ReplayRange,
): Effect.fn.Return<ChosenDeliveries, InvalidInput | StorageUnavailable, Storage> {
  const from = instantOf(desde)
  const to = typeof hasta === "string" ? instantOf(hasta) : undefined
  const { find, page } = yield* Storage
  if (Option.isNone(yield* find("webhook", organizationId, webhookId))) return { ids: [], next: null }
  const issues: Array<FieldIssue> = []
  if (to !== undefined && to < from) issues.push({ campo: "hasta", motivo: "no puede ser anterior a desde" })
  if (typeof tras === "string" && !placeForm.test(tras)) {
    issues.push({ campo: "tras", motivo: "no es el continuar_tras de una respuesta" })
  }
  if (issues.length > 0) return yield* Effect.fail(invalidInput(issues))
  const { cut, rows } = yield* page("delivery", {
    organizationId,
    orden: "antiguo",
    after: typeof tras === "string" ? Number(tras) : null,
    limit: maxReplayed + 1,
    conditions: [...equalTo("webhook_id", webhookId), ...between("creado", from, to)],
    uncounted: true,
  })
  const chosen = rows.slice(0, maxReplayed)
  const last = cut || rows.length > chosen.length ? chosen.at(-1) : undefined
  return { ids: chosen.map(({ id }) => id), next: last === undefined ? null : String(last.createdSequence) }
})

/** Sends the chosen deliveries again, each as `replayDelivery` does; those that are too old are skipped and counted. */
export const replayDeliveries = (
  organizationId: OrganizationId,
  webhookId: string,
  { ids, next }: ChosenDeliveries,
): Command<RangeReplayed> => ({
  organizationId,
  reads: () => [
    key("webhook", organizationId, webhookId),
    ...ids.map((id) => key("delivery", organizationId, id)),
  ],
  decide: (view, supply) =>
    Either.map(activeWebhook(view, organizationId, webhookId), (webhook) => {
      const rows = ids.flatMap((id): ReadonlyArray<TableRow<"delivery">> => {
        const again = Either.flatMap(presentDelivery(view, webhook, id), (present) => replay(present, supply.clock))
        if (Either.isLeft(again)) return []
        return [{ table: "delivery", row: { ...again.right, modifiedSequence: supply.sequence() } }]
      })
      return {
        result: { reenviados: rows.length, caducados: ids.length - rows.length, continuar_tras: next },
        rows,
        events: [],
        jobs: rows.length === 0 ? [] : [webhookJob(organizationId, webhookId, supply.clock)],
      }
    }),
})

/**
 * The command that sends the deliveries of a range again. A range that makes no sense is refused by the command, not before:
 * the first answer to its Idempotency-Key, if there is one, has precedence.
 */
export const prepareRangeReplay = (
  organizationId: OrganizationId,
  id: string,
  range: ReplayRange,
): Effect.Effect<Command<RangeReplayed>, StorageUnavailable, Storage> =>
  chooseDeliveries(organizationId, id, range).pipe(
    Effect.map((chosen) => replayDeliveries(organizationId, id, chosen)),
    Effect.catchTag("InvalidInput", (refusal) =>
      Effect.succeed({ organizationId, reads: () => [], decide: () => Either.left(refusal) })),
  )
