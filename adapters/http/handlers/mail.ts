import { sendInvoice } from "../../../core/mail/sendInvoice.ts"
import * as contract from "../contract/mail.ts"
import { accepted } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { RoutesOf } from "./routes.ts"

/** `/facturas/{id}/enviar`. */
export const mailRoutes = (): RoutesOf<typeof contract.mail> => ({
  sendInvoice: keyed(contract.sendInvoice, ({ body, path }, { modo, organizationId, safeguards }) =>
    carryOut(safeguards, sendInvoice(organizationId, path.id, body, modo), accepted)),
})
