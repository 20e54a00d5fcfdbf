import type { PlantedFault } from "./PlantedFault.ts"

/** Faults in commits, keys, lists, jobs and notices. */
export const machinery: ReadonlyArray<PlantedFault> = [
  {
    name: "answered before it is done",
    means: "commands whose transaction has failed for good are answered as if carried out",
    edits: [{
      file: "core/commit/GroupCommit.ts",
      search: "        return failAll(batch, exit.cause)\n",
      replace: "        return Effect.sync(() => batch.forEach((command) => command.answer()))\n",
    }],
    within: 20_000,
  },
  {
    name: "unknown outcome tried again",
    means: "a commit whose outcome is unknown is made again",
    edits: [{
      file: "core/commit/retriedTransactions.ts",
      search: "failure._tag !== \"StorageOutcomeUnknown\"",
      replace: "failure._tag.startsWith(\"Storage\")",
    }],
    within: 20_000,
  },
  {
    name: "removed row still there",
    means: "a command sees a row that another command of the same transaction has removed",
    edits: [{
      file: "core/commit/Snapshot.ts",
      search: "    if (this.removed.has(table, organizationId, id)) return undefined\n",
      replace: "",
    }],
    within: 50_000,
  },
  {
    name: "time goes back",
    means: "after a clock has gone back, new rows are dated before existing ones",
    edits: [{
      file: "core/commit/batch.ts",
      search: "const now = instant(Math.max(clock, head.instant))",
      replace: "const now = clock",
    }],
    within: 20_000,
  },
  {
    name: "key of another request",
    means: "a known Idempotency-Key returns its first answer to any request",
    edits: [{
      file: "core/idempotency/onceOnly.ts",
      search: "return known.fingerprint === request.fingerprint",
      replace: "return known.fingerprint.length === request.fingerprint.length",
    }],
    within: 5_000,
  },
  {
    name: "key forgotten",
    means: "an Idempotency-Key is remembered for only a minute",
    edits: [{
      file: "core/idempotency/onceOnly.ts",
      search: "export const retentionMillis = dayMillis",
      replace: "export const retentionMillis = 60 * 1000",
    }],
    within: 10_000,
  },
  {
    name: "page without its first row",
    means: "each page after the first leaves out a row",
    edits: [{
      file: "core/pagination/listPage.ts",
      search: "next: more ? placeIn(table, orden)(last) : null",
      replace: "next: more ? placeIn(table, orden)(rows[limite] ?? last) : null",
    }],
    within: 10_000,
  },
  {
    name: "row on two pages",
    means: "each page begins with the last row of the one before",
    edits: [{
      file: "adapters/memory/StorageMemory.ts",
      search: "(place(row) - after) * direction > 0)",
      replace: "(place(row) - after) * direction >= 0)",
    }],
    within: 10_000,
  },
  {
    name: "trashed draft listed",
    means: "a deleted draft stays in lists and totals",
    edits: [{
      file: "adapters/memory/StorageMemory.ts",
      search: "else if (before !== undefined) rows.delete(",
      replace: "else if (before !== undefined && table !== \"invoice\") rows.delete(",
    }],
    within: 5_000,
  },
  {
    name: "another company's rows",
    means: "lists show the rows of all companies",
    edits: [{
      file: "adapters/memory/StorageMemory.ts",
      search: "[...rows.of(organizationId)].filter(",
      replace: "[...rows].filter(",
    }],
    within: 5_000,
  },
  {
    name: "lease not respected",
    means: "a worker can take a job that another one holds",
    edits: [{
      file: "adapters/memory/JobList.ts",
      search: "Math.max(job.due, leasedUntil)",
      replace: "Math.min(job.due, job.due + leasedUntil)",
    }],
    within: 10_000,
  },
  {
    name: "event of a webhook that is off",
    means: "an event from before a webhook was switched off is missing from its log",
    edits: [{
      file: "core/deliveries/fanOut.ts",
      search: ".filter((webhook) => isOffSince(webhook, event) || (",
      replace: ".filter((webhook) => (",
    }],
    within: 50_000,
  },
  {
    name: "event while a webhook was off",
    means: "a webhook that is switched on again receives events that happened while it was off and still wait",
    edits: [{
      file: "core/deliveries/fanOut.ts",
      search: "(webhook.activo && webhook.onSequence < event.sequence)",
      replace: "webhook.activo",
    }],
    within: 50_000,
  },
  {
    name: "event told twice",
    means: "an event stays in the outbox after it has become deliveries, and becomes deliveries again",
    edits: [{
      file: "core/deliveries/fanOut.ts",
      search: "        removed: present.map(",
      replace: "        removed: present.slice(1).map(",
    }],
    within: 5_000,
  },
  {
    name: "sixteen failures",
    means: "a webhook is switched off after sixteen failures, not fifteen",
    edits: [{
      file: "core/webhooks/webhookHealth.ts",
      search: "const deactivated = failures >= maxConsecutiveFailures",
      replace: "const deactivated = failures > maxConsecutiveFailures",
    }],
    within: 50_000,
  },
  {
    name: "third wait left out",
    means: "a notice that failed for the second time waits two hours, not half an hour",
    edits: [{
      file: "core/deliveries/afterAttempt.ts",
      search: "retryWaitsMillis[failed.intentos - delivery.roundStart - 1]",
      replace: "retryWaitsMillis[failed.intentos - delivery.roundStart - (failed.intentos > 2 ? 0 : 1)]",
    }],
    within: 20_000,
  },
  {
    name: "periods made up for as one",
    means: "of the periods of a subscription that began while no worker ran, only the last becomes an invoice",
    edits: [{
      file: "core/subscriptions/advanceSubscription.ts",
      search: "import { dueOf, nextPeriod } from",
      replace: "import { civilDateIn } from \"../tax/regions.ts\"\nimport { dueOf, nextPeriod, passedOver } from",
    }, {
      file: "core/subscriptions/advanceSubscription.ts",
      search: "? draftedStep(subscription, drafted.right)",
      replace: "? draftedStep({ ...subscription, periodos: Math.max(subscription.periodos,\n"
        + "      passedOver(subscription, civilDateIn(organization.region_fiscal, supply.clock)) - 1) }, drafted.right)",
    }],
    within: 5_000,
  },
  {
    name: "period invoiced too early",
    means: "of two workers on one subscription, the second invoices the next period, which has not begun",
    edits: [{
      file: "core/subscriptions/advanceSubscription.ts",
      search: "if (due === null || due > supply.clock) return",
      replace: "if (due === null) return",
    }],
    within: 5_000,
  },
  {
    name: "invoice of a subscription told twice",
    means: "the event of a period's invoice is fired when its draft is made, and again when it is issued",
    edits: [{
      file: "core/subscriptions/advanceSubscription.ts",
      search: "events: subscription.emitir ? events : [",
      replace: "events: [",
    }],
    within: 5_000,
  },
  {
    name: "mail server waited for in vain",
    means: "the worker waits for a mail server that never answers as long as the process lives, which holds up other letters",
    edits: [{
      file: "core/mail/deliverMail.ts",
      search: "Effect.timeoutFail({ duration: patienceMillis,"
        + " onTimeout: () => new MailNotSent({ reason: unanswered, transient: true }) }),",
      replace: "",
    }],
    within: 50_000,
  },
]
