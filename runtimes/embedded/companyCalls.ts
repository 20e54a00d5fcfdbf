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
  /** The activity log: what happened and is worth knowing. */
  get actividad() {
    return activityCalls(face, caller)
  },
  /** The certificate with which records are sent to the AEAT. */
  get certificado() {
    return certificateCalls(face, caller)
  },
  /** Access keys to the HTTP interface. */
  get claves() {
    return keyCalls(face, caller)
  },
  /** Amounts collected against invoices. */
  get cobros() {
    return paymentCalls(face, caller)
  },
  /** Customers and suppliers. */
  get contactos() {
    return contactCalls(face, caller)
  },
  /** Documents by e-mail. */
  get correo() {
    return mailCalls(face, caller)
  },
  /** The company itself, and its logo. */
  get cuenta() {
    return accountCalls(face, caller)
  },
  /** Donations received. */
  get donativos() {
    return donationCalls(face, caller)
  },
  /** The events that webhooks can be subscribed to. */
  get eventos() {
    return eventCalls(face, caller)
  },
  /** Invoices, quotes, delivery notes and proformas. */
  get facturas() {
    return invoiceCalls(face, caller)
  },
  /** Invoices received, and their approval. */
  get gastos() {
    return expenseCalls(face, caller)
  },
  /** Sales that may come about. */
  get oportunidades() {
    return dealCalls(face, caller)
  },
  /** What is ordered of suppliers. */
  get pedidosCompra() {
    return purchaseOrderCalls(face, caller)
  },
  /** Goods and services for sale, with their stock. */
  get productos() {
    return productCalls(face, caller)
  },
  /** The chain of records kept for the AEAT, and how it is coming along there. */
  get registro() {
    return registryCalls(face, caller)
  },
  /** Members of an association. */
  get socios() {
    return memberCalls(face, caller)
  },
  /** What becomes an invoice each period. */
  get suscripciones() {
    return subscriptionCalls(face, caller)
  },
  /** Connected online stores, whose orders become invoices. */
  get tiendas() {
    return storeCalls(face, caller)
  },
  /** Webhooks to events, and what was sent to them. */
  get webhooks() {
    return webhookCalls(face, caller)
  },
})
