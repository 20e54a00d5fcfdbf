import { accountCalls, certificateCalls, keyCalls } from "./calls/companyCalls.ts"
import type { Caller } from "./calls/Caller.ts"
import { contactCalls } from "./calls/contactCalls.ts"
import { expenseCalls } from "./calls/expenseCalls.ts"
import type { Face, Kinds } from "./calls/Face.ts"
import { invoiceCalls } from "./calls/invoiceCalls.ts"
import { activityCalls, eventCalls, mailCalls } from "./calls/otherCalls.ts"
import { paymentCalls } from "./calls/paymentCalls.ts"
import { productCalls } from "./calls/productCalls.ts"
import { registryCalls } from "./calls/registryCalls.ts"
import { webhookCalls } from "./calls/webhookCalls.ts"

/**
 * Every call on behalf of one company, for a face: by resource, under the names that the client of the HTTP interface has
 * for them (`facturas.createInvoice`), and beside these what only the owner of an installation does.
 */
export const companyCallsOf = <K extends Kinds>(
  face: Face<K>,
  caller: Caller,
) => ({
  actividad: activityCalls(face, caller),
  certificado: certificateCalls(face, caller),
  claves: keyCalls(face, caller),
  cobros: paymentCalls(face, caller),
  contactos: contactCalls(face, caller),
  correo: mailCalls(face, caller),
  cuenta: accountCalls(face, caller),
  eventos: eventCalls(face, caller),
  facturas: invoiceCalls(face, caller),
  gastos: expenseCalls(face, caller),
  productos: productCalls(face, caller),
  registro: registryCalls(face, caller),
  webhooks: webhookCalls(face, caller),
})
