import { Either } from "effect"
import { activityEntry } from "../activity/ActivityEntry.ts"
import { spanishDate } from "../calendar/civilDate.ts"
import type { Instant } from "../calendar/instant.ts"
import { type Command, type Decision, loaded, type Supply, unchanged, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type InvoiceResource, type InvoiceSummary, withoutLines } from "../invoices/invoiceResource.ts"
import { type Issued, issueInvoice } from "../issuing/issueInvoice.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import type { Recording } from "../ports/Recording.ts"
import type { Refusal } from "../refusals/refusal.ts"
import { invoicedEvent, pendingInvoice } from "./invoicedEvent.ts"
import { draftReason, periodDraft, reasonOf } from "./periodDraft.ts"
import { dueOf, nextPeriod } from "./periods.ts"
import type { Subscription } from "./Subscription.ts"

/** One step of a subscription: its changes, and the subscription after it. */
interface Step extends Omit<Decision<unknown>, "result"> {
  readonly after: Subscription
}

/**
 * Does the next step of a subscription that is due: makes the draft of a period, or issues the last draft. Results in when
 * there is something to do again; null for never. Does nothing when nothing is due, when another worker has done it, or when
 * the subscription is gone; so each period becomes exactly one invoice, however often this is run.
 */
export const advanceSubscription = (
  organizationId: OrganizationId,
  id: string,
  recording: Recording["Type"],
): Command<Instant | null> => ({
  organizationId,
  reads: (view) => [
    organizationKey(organizationId),
    key("subscription", organizationId, id),
    ...stepKeys(view, loaded(view, "subscription", organizationId, id), recording),
  ],
  decide: (view, supply) => {
    const organization = presentOrganization(view, organizationId)
    const subscription = view.get("subscription", organizationId, id)
    if (subscription === undefined) return Either.right(unchanged(null))
    const due = dueOf(subscription, organization)
    if (due === null || due > supply.clock) return Either.right(unchanged(due))
    const { after, events, rows, ...rest } = stepOf(subscription, organization, view, supply, recording)
    const row: Subscription = { ...after, modifiedSequence: supply.sequence() }
    return Either.right({
      ...rest,
      result: dueOf(row, organization),
      rows: [...rows, { table: "subscription", row }],
      events,
    })
  },
})

const issuing = (
  { modo, organizationId }: Subscription,
  invoiceId: string,
  recording: Recording["Type"],
): Command<Issued> =>
  issueInvoice(organizationId, invoiceId, { ...recording, modo })

const stepKeys = (view: View, subscription: Subscription | undefined, recording: Recording["Type"]) => {
  if (subscription === undefined) return []
  const { por_emitir } = subscription
  return (por_emitir === null ? periodDraft(subscription) : issuing(subscription, por_emitir, recording)).reads(view)
}

const stepOf = (
  subscription: Subscription,
  organization: Organization,
  view: View,
  supply: Supply,
  recording: Recording["Type"],
): Step => {
  const { por_emitir } = subscription
  if (por_emitir === null) {
    const drafted = periodDraft(subscription).decide(view, supply)
    return Either.isRight(drafted) ? draftedStep(subscription, drafted.right) : pausedStep(subscription, drafted.left, supply)
  }
  const issued = issuing(subscription, por_emitir, recording).decide(view, supply)
  if (Either.isRight(issued)) return issuedStep(subscription, issued.right)
  return notIssuedStep(subscription, issued.left, pendingInvoice(subscription, organization, view, supply), supply)
}

/** A period has become a draft. Its event is emitted now, unless the draft will be issued: then it is emitted after that. */
const draftedStep = (subscription: Subscription, { events, result, ...left }: Decision<InvoiceResource>): Step => {
  const after: Subscription = {
    ...subscription,
    periodos: subscription.periodos + 1,
    facturada: true,
    por_emitir: subscription.emitir ? result.id : null,
  }
  return { ...left, after, events: subscription.emitir ? events : [...events, invoicedEvent(after, withoutLines(result))] }
}

const issuedStep = (subscription: Subscription, { events, result, ...left }: Decision<Issued>): Step => {
  const after: Subscription = { ...subscription, por_emitir: null }
  return { ...left, after, events: [...events, invoicedEvent(after, withoutLines(result.invoice))] }
}

/** No draft could be made. The subscription is paused and the activity log says why; retrying for ever would go unnoticed. */
const pausedStep = (subscription: Subscription, refusal: Refusal, supply: Supply): Step => {
  const { id, inicio, nombre, organizationId } = subscription
  const period = spanishDate(nextPeriod(subscription) ?? inicio)
  const mensaje = `La suscripción «${nombre}» se ha pausado: no se pudo facturar su periodo del ${period}`
    + ` (${draftReason(refusal)}).`
  return {
    after: { ...subscription, estado: "paused", detenida: true },
    rows: [
      activityEntry(supply, { organizationId, tipo: "subscription_paused", mensaje, recurso: "suscripcion", recurso_id: id }),
    ],
    events: [],
  }
}

/** The draft could not be issued. It stays as it is, and the activity log says why. It may also have been deleted meanwhile. */
const notIssuedStep = (
  subscription: Subscription,
  refusal: Refusal,
  factura: InvoiceSummary | undefined,
  supply: Supply,
): Step => {
  const { id, nombre, organizationId } = subscription
  const after: Subscription = { ...subscription, por_emitir: null }
  const about = factura === undefined
    ? { recurso: "suscripcion", recurso_id: id }
    : { recurso: "factura", recurso_id: factura.id }
  const mensaje = factura === undefined
    ? `La factura de la suscripción «${nombre}» se borró antes de emitirse.`
    : `La factura de la suscripción «${nombre}» no se ha emitido (${reasonOf(refusal)}).`
  return {
    after,
    rows: [activityEntry(supply, { organizationId, tipo: "subscription_not_issued", mensaje, ...about })],
    events: factura === undefined ? [] : [invoicedEvent(after, factura)],
  }
}
