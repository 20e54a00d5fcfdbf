import type { Instant } from "../calendar/instant.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"

/**
 * What workers do: `fanOut` turns a company's outbox into deliveries, `webhook` sends what waits for one webhook,
 * `mail` sends one letter, `registry` sends a company's records to the tax authority, `subscription` makes the invoices of
 * one of a company's subscriptions (`/suscripciones`), period by period.
 */
export const jobKinds = ["fanOut", "webhook", "mail", "registry", "subscription"] as const
export type JobKind = (typeof jobKinds)[number]

/** Which job is meant. There is one of a kind and id. */
export interface JobName {
  readonly kind: JobKind
  readonly organizationId: OrganizationId
  /** What it is about: the company itself, a webhook, a letter, a subscription. */
  readonly id: string
}

/**
 * Something that a worker is to look at, once it is due. It names work and does not hold it: what is to be done stands
 * in the rows that it names, so that doing a job twice, or in vain, does no harm.
 */
export interface Job extends JobName {
  readonly due: Instant
}

/** The name as one text, such as for a Map. */
export const textOfName = ({ id, kind, organizationId }: JobName): string => `${kind}/${organizationId}/${id}`

/** A company's outbox has events. */
export const fanOutJob = (organizationId: OrganizationId, due: Instant): Job =>
  ({ kind: "fanOut", organizationId, id: organizationId, due })

/** A webhook has a delivery that is due then. */
export const webhookJob = (organizationId: OrganizationId, webhookId: string, due: Instant): Job =>
  ({ kind: "webhook", organizationId, id: webhookId, due })

/** A letter is due then. */
export const mailJob = (organizationId: OrganizationId, mailId: string, due: Instant): Job =>
  ({ kind: "mail", organizationId, id: mailId, due })

/** A company has records that the tax authority has not seen. */
export const registryJob = (organizationId: OrganizationId, due: Instant): Job =>
  ({ kind: "registry", organizationId, id: organizationId, due })

/** A period of a subscription begins then. */
export const subscriptionJob = (organizationId: OrganizationId, subscriptionId: string, due: Instant): Job =>
  ({ kind: "subscription", organizationId, id: subscriptionId, due })
