import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * What workers do: `fanOut` makes deliveries of the events in a company's outbox, `webhook` sends the deliveries of one webhook,
 * `mail` sends one letter, `registry` sends a company's records to the tax authority, and `subscription` makes the invoices of
 * one subscription (`/suscripciones`), period by period.
 */
export const jobKinds = ["fanOut", "webhook", "mail", "registry", "subscription"] as const
export type JobKind = (typeof jobKinds)[number]

/** What identifies a job. A company has at most one job with the same kind and id. */
export interface JobName {
  readonly kind: JobKind
  readonly organizationId: OrganizationId
  /** Id of what it is about: the company itself, a webhook, a letter or a subscription. */
  readonly id: string
}

/**
 * Something that a worker is to look at once it is due. A job only names work: what is to be done stands in the rows that it
 * names, so it does no harm to do a job twice, or in vain.
 */
export interface Job extends JobName {
  readonly due: Instant
}

/** The name as one text, for use as a key of a Map. */
export const textOfName = ({ id, kind, organizationId }: JobName): string => `${kind}/${organizationId}/${id}`

/** There are events in a company's outbox. */
export const fanOutJob = (organizationId: OrganizationId, due: Instant): Job =>
  ({ kind: "fanOut", organizationId, id: organizationId, due })

/** A webhook has a delivery, due at that instant. */
export const webhookJob = (organizationId: OrganizationId, webhookId: string, due: Instant): Job =>
  ({ kind: "webhook", organizationId, id: webhookId, due })

/** A letter is to be sent, due at that instant. */
export const mailJob = (organizationId: OrganizationId, mailId: string, due: Instant): Job =>
  ({ kind: "mail", organizationId, id: mailId, due })

/** A company has records that were not sent to the tax authority yet. */
export const registryJob = (organizationId: OrganizationId, due: Instant): Job =>
  ({ kind: "registry", organizationId, id: organizationId, due })

/** A period of a subscription begins at that instant. */
export const subscriptionJob = (organizationId: OrganizationId, subscriptionId: string, due: Instant): Job =>
  ({ kind: "subscription", organizationId, id: subscriptionId, due })
