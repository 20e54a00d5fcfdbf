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
  /** Queues an issued document with its PDF; in test mode nothing is sent. */
  sendInvoice: write(toWrite(caller, {
    name: "sendInvoice",
    input: sending,
    command: ({ body, ids }) => sendInvoice(caller.organizationId, ids.id, body, caller.modo),
    shown: SendingResource,
  })),
})
