import { Clock, Effect, Fiber, Option } from "effect"
import { type Instant, instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { insistent } from "../commit/insistent.ts"
import { again, done, type HeldJob, type Next } from "../jobs/HeldJob.ts"
import { Storage, type TransactionFailure } from "../ports/Storage.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { observedWebhookAttempt, webhookDeactivated } from "../telemetry/attemptTelemetry.ts"
import { openedSigningSecrets } from "../webhooks/openedSecrets.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import { abandonDeliveries, waitsInVain } from "./abandonDeliveries.ts"
import { succeeded } from "./afterAttempt.ts"
import { attemptDelivery, attemptMillis } from "./attemptDelivery.ts"
import { isDue, type StoredDelivery } from "./Delivery.ts"
import { noteAttempt } from "./noteAttempt.ts"

/** Attempts at once to a webhook whose attempts succeed; to one that fails they are made one by one. */
const attemptsAtOnce = 8

/**
 * How many deliveries are read at once, or abandoned in one commit. A batch is small at first and wherever attempts fail,
 * since the bodies held for many receivers that hang would fill the memory; it grows after each batch that went well. The
 * storage gives fewer where bodies are long.
 */
const batchMin = attemptsAtOnce
const batchGrowth = 8
const batchMax = 256

/**
 * For how long attempts of a batch are begun, before webhook and deliveries are read again; also how long the turn of a
 * webhook is, roughly, before those of others.
 */
const batchMillis = 1_000

/** How long to wait where the webhook's secret cannot be read; a rotation makes one that can be. */
const unreadableMillis = 60_000

/** How long an attempt and the writing of its outcome take at most; a worker that is being stopped waits for both. */
export const attemptAndNoteMillis = attemptMillis + 5_000

/**
 * Sends the deliveries of one webhook that are due, and abandons those that wait in vain (`waitsInVain`). Only one worker
 * has the webhook's job at a time, so nobody else attempts them meanwhile. After a failure, and where more is due when its
 * turn is over, the job comes again at once, behind those of other webhooks.
 */
export const deliverWaiting = Effect.fnUntraced(
  function*({ id, mayBegin, mayNote, organizationId }: HeldJob) {
    const { find, waiting } = yield* Storage
    const { run } = yield* GroupCommit
    const began = yield* Clock.currentTimeMillis
    let size = batchMin
    let isOver = false
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
      if (isOver) break
      const { failing } = yield* deliverBatch(webhook, due, now, { mayBegin, mayNote })
      if (failing) break
      isOver = (yield* Clock.currentTimeMillis) - began >= batchMillis
      size = isOver ? batchMin : grown(size)
    }
    return again(instant(yield* Clock.currentTimeMillis))
  },
  (delivering, job) => Effect.catchTag(delivering, "SealBroken", () => unreadable(job)),
)

/** What to do where the secret cannot be read: it is not the receiver's fault, so nothing is counted and all goes on waiting. */
const unreadable = Effect.fnUntraced(function*({ id, organizationId }: HeldJob) {
  yield* Effect.logError("a webhook's secret cannot be read: was TALONARIO_SECRET changed?", { organizationId, webhook: id })
  return again(instant((yield* Clock.currentTimeMillis) + unreadableMillis))
})

const grown = (size: number): number => Math.min(size * batchGrowth, batchMax)

const dueNext = (first: StoredDelivery | undefined): Next =>
  typeof first?.proximo_intento === "number" ? again(first.proximo_intento) : done

/**
 * Attempts the deliveries of a batch in their order, several at once as long as all succeed. Successes are written down
 * while the next attempts run. A failure is written down first, as it may switch the webhook off. Answers whether the last
 * attempt failed.
 */
const deliverBatch = (
  webhook: Webhook,
  due: ReadonlyArray<StoredDelivery>,
  since: Instant,
  { mayBegin, mayNote }: Pick<HeldJob, "mayBegin" | "mayNote">,
) =>
  Effect.scoped(Effect.gen(function*() {
    const { run } = yield* insistent(mayNote)
    const secrets = yield* openedSigningSecrets(webhook)
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

    /** Where attempts fail, only the one in place 0 goes on. */
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
    // The caller reads what is due next: a delivery whose outcome were not written by then would be sent twice.
    yield* Fiber.joinAll(noting)
    return { failing }
  }))
