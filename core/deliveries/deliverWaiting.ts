import { Clock, Effect, Fiber, Option } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { insistent } from "../commit/insistent.ts"
import { again, done, type HeldJob, type Next } from "../jobs/HeldJob.ts"
import { Storage, type TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { observedWebhookAttempt, webhookDeactivated } from "../telemetry/attemptTelemetry.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import { abandonDeliveries, waitsInVain } from "./abandonDeliveries.ts"
import { succeeded } from "./afterAttempt.ts"
import { attemptDelivery, attemptMillis, openSecrets } from "./attemptDelivery.ts"
import { isDue, type StoredDelivery } from "./Delivery.ts"
import { noteAttempt } from "./noteAttempt.ts"

/** Attempts at once to one webhook that answers well; one that fails is tried one by one. */
const attemptsAtOnce = 8

/**
 * Deliveries that are read in one go, or given up in one commit: few at first and where it does not go well, since those of
 * many receivers that hang would fill the memory; so many times as many after each batch that went well.
 */
const batchMin = attemptsAtOnce
const batchGrowth = 8
const batchMax = 256

/** A batch is begun on for so long, then webhook and deliveries are read afresh; and so long is a turn, about. */
const batchMillis = 1_000

/** Until a secret that could not be read is tried again; a rotation makes one that can. */
const unreadableMillis = 60_000

/** A worker that is being stopped waits for attempts; their noting takes a little more. */
export const attemptAndNoteMillis = attemptMillis + 5_000

/**
 * Sends what waits for one webhook, as far as it is due; gives up what waits in vain. The job is in one
 * worker's hands at a time, so a delivery is attempted by nobody else meanwhile. One that fails, or has more to come
 * when its turn is over, is due again, behind others.
 */
export const deliverWaiting = Effect.fnUntraced(
  function*({ id, mayBegin, mayNote, organizationId }: HeldJob) {
    const { find, waiting } = yield* Storage
    const { run } = yield* GroupCommit
    const began = yield* Clock.currentTimeMillis
    let size = batchMin
    while (yield* mayBegin(attemptAndNoteMillis)) {
      const webhook = Option.getOrUndefined(yield* find("webhook", organizationId, id))
      const batch = yield* waiting(organizationId, id, size)
      const inVain = batch.filter((delivery) => waitsInVain(webhook, delivery))
      if (inVain.length > 0) {
        yield* run(abandonDeliveries(organizationId, id, inVain.map((delivery) => delivery.id)))
        size = inVain.length === size ? grown(size) : batchMin
        continue
      }
      const now = instant(yield* Clock.currentTimeMillis)
      const due = batch.filter((delivery) => isDue(delivery, now))
      if (webhook === undefined || due.length === 0) return dueNext(batch[0])
      const { failing } = yield* deliverBatch(webhook, due, now, { mayBegin, mayNote })
      const isOver = (yield* Clock.currentTimeMillis) - began >= batchMillis
      if (failing || (isOver && due.length === size)) break
      size = isOver ? batchMin : grown(size)
    }
    return again(instant(yield* Clock.currentTimeMillis))
  },
  (delivering, { id }) => Effect.catchTag(delivering, "SealBroken", () => unreadable(id)),
)

/** Not the receiver's failure: nothing is counted, and what waits goes on waiting. */
const unreadable = Effect.fnUntraced(function*(webhookId: string) {
  yield* Effect.logError("a webhook's secret cannot be read: was TALONARIO_SECRET changed?", { webhook: webhookId })
  return again(instant((yield* Clock.currentTimeMillis) + unreadableMillis))
})

const grown = (size: number): number => Math.min(size * batchGrowth, batchMax)

const dueNext = (first: StoredDelivery | undefined): Next =>
  typeof first?.proximo_intento === "number" ? again(first.proximo_intento) : done

/**
 * Attempts the deliveries of a batch in their order, several at once as long as all goes well. A success is noted while
 * the next attempts run; after a failure it is known first whether the webhook is on still.
 */
const deliverBatch = (
  webhook: Webhook,
  due: ReadonlyArray<StoredDelivery>,
  since: Instant,
  { mayBegin, mayNote }: Pick<HeldJob, "mayBegin" | "mayNote">,
) =>
  Effect.scoped(Effect.gen(function*() {
    const { run } = yield* insistent(mayNote)
    const secrets = yield* openSecrets(webhook)
    const noting: Array<Fiber.Fiber<void, Refusal | TransactionFailure>> = []
    let next = 0
    let failing = webhook.fallos_seguidos > 0
    let isOn = true

    const mayGoOn = Effect.gen(function*() {
      const fresh = (yield* Clock.currentTimeMillis) - since < batchMillis
      return isOn && fresh && (yield* mayBegin(attemptAndNoteMillis))
    })

    const attemptNext = Effect.fnUntraced(function*(delivery: StoredDelivery) {
      const attempt = attemptDelivery(webhook, secrets, delivery)
      const outcome = yield* observedWebhookAttempt(webhook.url, succeeded, attempt)
      const note = Effect.flatMap(run(noteAttempt(delivery, outcome)), ({ activo, deactivated }) => {
        isOn = isOn && activo
        return deactivated ? webhookDeactivated : Effect.void
      })
      failing = !succeeded(outcome)
      if (failing) yield* note
      else noting.push(yield* Effect.forkScoped(note))
    })

    /** The first of these goes on alone where attempts fail. */
    const oneAfterAnother = Effect.fnUntraced(function*(place: number) {
      for (;;) {
        const isItsTurn = (place === 0 || !failing) && (yield* mayGoOn)
        const delivery = isItsTurn ? due[next++] : undefined
        if (delivery === undefined) return
        yield* attemptNext(delivery)
      }
    })

    const places = Array.from({ length: failing ? 1 : attemptsAtOnce }, (_, place) => place)
    yield* Effect.forEach(places, oneAfterAnother, { concurrency: "unbounded", discard: true })
    // Before the caller reads what is due again: a delivery whose note is not written yet would be sent twice.
    yield* Fiber.joinAll(noting)
    return { failing }
  }))
