import { accountCalls } from "./calls/accountCalls.ts"
import { activityCalls } from "./calls/activityCalls.ts"
import type { Caller } from "./calls/Caller.ts"
import { certificateCalls } from "./calls/certificateCalls.ts"
import { contactCalls } from "./calls/contactCalls.ts"
import { dealCalls } from "./calls/dealCalls.ts"
import { donationCalls } from "./calls/donationCalls.ts"
import { eventCalls } from "./calls/eventCalls.ts"
import { expenseCalls } from "./calls/expenseCalls.ts"
import { invoiceCalls } from "./calls/invoiceCalls.ts"
import { keyCalls } from "./calls/keyCalls.ts"
import { mailCalls } from "./calls/mailCalls.ts"
import { memberCalls } from "./calls/memberCalls.ts"
import { paymentCalls } from "./calls/paymentCalls.ts"
import { productCalls } from "./calls/productCalls.ts"
import { purchaseOrderCalls } from "./calls/purchaseOrderCalls.ts"
import { registryCalls } from "./calls/registryCalls.ts"
import { storeCalls } from "./calls/storeCalls.ts"
import { subscriptionCalls } from "./calls/subscriptionCalls.ts"
import { webhookCalls } from "./calls/webhookCalls.ts"
import type { Face, Kinds } from "./faces/Face.ts"

/**
 * Every call on behalf of one company, for a face: by resource, under the names that the client of the HTTP interface has
 * for them (`facturas.createInvoice`), and beside these what only the owner of an installation does. A group is made
 * when it is asked for: hosts ask for a company at each request, and for few of its groups.
 */
export const companyCallsOf = <K extends Kinds>(
  face: Face<K>,
  caller: Caller,
) => ({
  /** The activity log: what has happened and is worth knowing. Only read. */
  get actividad(): ReturnType<typeof activityCalls<K>> {
    return activityCalls(face, caller)
  },
  /** The certificate with which records are sent to the AEAT. */
  get certificado(): ReturnType<typeof certificateCalls<K>> {
    return certificateCalls(face, caller)
  },
  /** Access keys to the HTTP interface. */
  get claves(): ReturnType<typeof keyCalls<K>> {
    return keyCalls(face, caller)
  },
  /** Payments: amounts collected against issued invoices. One is not changed, but deleted and recorded anew. */
  get cobros(): ReturnType<typeof paymentCalls<K>> {
    return paymentCalls(face, caller)
  },
  /** Contacts: customers and suppliers. */
  get contactos(): ReturnType<typeof contactCalls<K>> {
    return contactCalls(face, caller)
  },
  /** Issued documents by e-mail. */
  get correo(): ReturnType<typeof mailCalls<K>> {
    return mailCalls(face, caller)
  },
  /** The company itself, and its logo. */
  get cuenta(): ReturnType<typeof accountCalls<K>> {
    return accountCalls(face, caller)
  },
  /** Donations received: of a member, of a contact, or of nobody in particular. */
  get donativos(): ReturnType<typeof donationCalls<K>> {
    return donationCalls(face, caller)
  },
  /** The catalogue of events that webhooks are sent. */
  get eventos(): ReturnType<typeof eventCalls<K>> {
    return eventCalls(face, caller)
  },
  /** Invoices, quotes, delivery notes and proformas. What is issued does not change: it is rectified or annulled. */
  get facturas(): ReturnType<typeof invoiceCalls<K>> {
    return invoiceCalls(face, caller)
  },
  /** Expenses: invoices received, and their approval. */
  get gastos(): ReturnType<typeof expenseCalls<K>> {
    return expenseCalls(face, caller)
  },
  /** Deals: sales that may come about, by stages, until they are won or lost. */
  get oportunidades(): ReturnType<typeof dealCalls<K>> {
    return dealCalls(face, caller)
  },
  /** Purchase orders to suppliers. Receiving one raises the stock. */
  get pedidosCompra(): ReturnType<typeof purchaseOrderCalls<K>> {
    return purchaseOrderCalls(face, caller)
  },
  /** Products and services for sale, with their stock. Lines take from them what they omit. */
  get productos(): ReturnType<typeof productCalls<K>> {
    return productCalls(face, caller)
  },
  /** The chain of records kept for the tax authority (VERI*FACTU), and how it is coming along there. */
  get registro(): ReturnType<typeof registryCalls<K>> {
    return registryCalls(face, caller)
  },
  /** Members of an association, with their numbers and fees. */
  get socios(): ReturnType<typeof memberCalls<K>> {
    return memberCalls(face, caller)
  },
  /** Subscriptions: what becomes an invoice each week, month, quarter or year. */
  get suscripciones(): ReturnType<typeof subscriptionCalls<K>> {
    return subscriptionCalls(face, caller)
  },
  /** Connected online stores. Each of their orders becomes one invoice. */
  get tiendas(): ReturnType<typeof storeCalls<K>> {
    return storeCalls(face, caller)
  },
  /** Subscriptions to events, and what was sent to them. */
  get webhooks(): ReturnType<typeof webhookCalls<K>> {
    return webhookCalls(face, caller)
  },
})
