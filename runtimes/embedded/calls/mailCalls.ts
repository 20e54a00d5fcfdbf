import { SendingInput, SendingResource, sendInvoice } from "../../../core/mail/sendInvoice.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { byId, namedInput } from "./Input.ts"
import { toWrite } from "./write.ts"

const sending = namedInput(byId, SendingInput)

/** Documents by e-mail. */
export const mailCalls = <K extends Kinds>(
  { write }: Face<K>,
  caller: Caller,
) => ({
  /**
   * Queues an issued document with its PDF, to the customer's address unless `para` is given; in test mode nothing is sent.
   * Refuses drafts and annulled invoices (`factura_en_borrador`, `factura_anulada`).
   */
  sendInvoice: write(toWrite(caller, {
    name: "sendInvoice",
    input: sending,
    command: ({ body, ids }) => sendInvoice(caller.organizationId, ids.id, body, caller.modo),
    shown: SendingResource,
  })),
})
