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
  get actividad() {
    return activityCalls(face, caller)
  },
  get certificado() {
    return certificateCalls(face, caller)
  },
  get claves() {
    return keyCalls(face, caller)
  },
  get cobros() {
    return paymentCalls(face, caller)
  },
  get contactos() {
    return contactCalls(face, caller)
  },
  get correo() {
    return mailCalls(face, caller)
  },
  get cuenta() {
    return accountCalls(face, caller)
  },
  get donativos() {
    return donationCalls(face, caller)
  },
  get eventos() {
    return eventCalls(face, caller)
  },
  get facturas() {
    return invoiceCalls(face, caller)
  },
  get gastos() {
    return expenseCalls(face, caller)
  },
  get oportunidades() {
    return dealCalls(face, caller)
  },
  get pedidosCompra() {
    return purchaseOrderCalls(face, caller)
  },
  get productos() {
    return productCalls(face, caller)
  },
  get registro() {
    return registryCalls(face, caller)
  },
  get socios() {
    return memberCalls(face, caller)
  },
  get suscripciones() {
    return subscriptionCalls(face, caller)
  },
  get tiendas() {
    return storeCalls(face, caller)
  },
  get webhooks() {
    return webhookCalls(face, caller)
  },
})
