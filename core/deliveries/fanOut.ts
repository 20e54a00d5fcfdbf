import { Clock, Effect, Either } from "effect"
import { instant } from "../calendar/instant.ts"
import type { Command, Supply } from "../commit/Command.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { key } from "../commit/tables.ts"
import type { OutboxEvent } from "../events/OutboxEvent.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { again, done, type HeldJob } from "../jobs/HeldJob.ts"
import { webhookJob } from "../jobs/Job.ts"
import { Storage } from "../ports/Storage.ts"
import { traced } from "../telemetry/tracing.ts"
import { offPlace, sucesosAt } from "../webhooks/changedAt.ts"
import { maxWebhooks } from "../webhooks/createWebhook.ts"
import { subscribes } from "../webhooks/subscribedEvents.ts"
import type { Webhook } from "../webhooks/Webhook.ts"
import { abandon } from "./abandonAndReplay.ts"
import type { StoredDelivery } from "./Delivery.ts"
import { deliveryOf } from "./deliveryOf.ts"

/** About how many deliveries one commit makes; the company's other writes wait for it. */
const deliveriesAtOnce = 400

/** How many events are read at first: so few that they may be long. */
const eventsAtFirst = deliveriesAtOnce / maxWebhooks

/**
 * About how many characters their bodies may have together: a purchase order with its lines may have a million, so that 400
 * deliveries would neither fit into the memory nor into one text.
 */
const charactersAtOnce = 4_000_000

/** How long one round of reading events and committing their deliveries may take. */
export const fanOutMillis = 1_000

/** After this long a company's job gives way to those of others, and comes again behind them. */
const turnMillis = 20

/** Turns the events in a company's outbox into deliveries, until it is empty or its turn is over. */
export const fanOutOutbox = Effect.fnUntraced(
  function*({ mayBegin, organizationId }: HeldJob) {
    const { run } = yield* GroupCommit
    const { outbox, page } = yield* Storage
    const began = yield* Clock.currentTimeMillis
    let eventsAtOnce = eventsAtFirst
    while (yield* mayBegin(fanOutMillis)) {
      const events = yield* outbox(organizationId, eventsAtOnce)
      if (events.length === 0) return done
      // Read after the events, so that no webhook is missed that was made before one of them.
      const { rows: webhooks } = yield* page("webhook", {
        organizationId,
        orden: "antiguo",
        after: null,
        limit: maxWebhooks,
        conditions: [],
      })
      const receivers = Math.max(webhooks.length, 1)
      const fitting = fittingEvents(events, charactersAtOnce / receivers)
      yield* run(fanOut(organizationId, fitting, webhooks))
      eventsAtOnce = fitting.length < events.length ? eventsAtFirst : Math.ceil(deliveriesAtOnce / receivers)
      if ((yield* Clock.currentTimeMillis) - began >= turnMillis) break
    }
    return again(instant(yield* Clock.currentTimeMillis))
  },
  traced("fan out"),
)

/** The first of the events, one at least, which have no more than about so many characters together. */
const fittingEvents = (events: ReadonlyArray<OutboxEvent>, characters: number): ReadonlyArray<OutboxEvent> => {
  let left = characters
  return events.filter(({ datos }, place) => {
    left -= JSON.stringify(datos).length
    return place === 0 || left >= 0
  })
}

/**
 * Makes one delivery of each event to each webhook that was subscribed to it when it happened. The same commit takes the
 * events out of the outbox, so another worker that fans out the same ones finds nothing to do. A webhook that was made after
 * an event, or was switched off when it happened, does not get it. One that was switched off since has it in its log as
 * abandoned, even if it is on again.
 */
export const fanOut = (
  organizationId: OrganizationId,
  events: ReadonlyArray<Pick<OutboxEvent, "id">>,
  webhooks: ReadonlyArray<Pick<Webhook, "id">>,
): Command<void> => {
  const eventKeys = events.map(({ id }) => key("outboxEvent", organizationId, id))
  const webhookKeys = webhooks.map(({ id }) => key("webhook", organizationId, id))
  return {
    organizationId,
    reads: () => [...eventKeys, ...webhookKeys],
    decide: (view, supply) => {
      const present = eventKeys.flatMap(({ id }) => view.get("outboxEvent", organizationId, id) ?? [])
      const receivers = webhookKeys.flatMap(({ id }) => view.get("webhook", organizationId, id) ?? [])
      const made = present.flatMap((event) => deliveriesOf(event, receivers, supply))
      const awaited = new Set(made.filter(({ estado }) => estado === "pending").map(({ webhook_id }) => webhook_id))
      return Either.right({
        result: undefined,
        rows: made.map((row) => ({ table: "delivery" as const, row })),
        removed: present.map(({ id }) => key("outboxEvent", organizationId, id)),
        events: [],
        jobs: [...awaited].map((id) => webhookJob(organizationId, id, supply.clock)),
      })
    },
  }
}

const deliveriesOf = (event: OutboxEvent, webhooks: ReadonlyArray<Webhook>, supply: Supply): ReadonlyArray<StoredDelivery> =>
  webhooks
    .filter((webhook) => subscribes(sucesosAt(webhook, event.sequence), event.suceso) && webhook.createdSequence < event.sequence)
    .filter((webhook) => isOffSince(webhook, event) || (webhook.activo && webhook.onSequence < event.sequence))
    .map((webhook) => {
      const delivery = deliveryOf(webhook, event, supply)
      return isOffSince(webhook, event) ? abandon(delivery, supply.clock) : delivery
    })

/** Whether the webhook was switched off after the event. */
const isOffSince = (webhook: Webhook, { sequence }: OutboxEvent): boolean => offPlace(webhook) > sequence
