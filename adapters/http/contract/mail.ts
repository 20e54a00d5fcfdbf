import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { SendingInput, SendingResource } from "../../../core/mail/sendInvoice.ts"
import { described } from "./access.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const sendInvoice = HttpApiEndpoint.post("sendInvoice")`/facturas/${id}/enviar`
  .setPayload(SendingInput)
  .addSuccess(withStatus(202, SendingResource))
  .annotateContext(described("invoices:write", "Envía un documento por correo con su PDF; con una clave de prueba no se envía", {
    bodyExample: { para: ["facturas@cliente.example"], mensaje: "Le enviamos la factura de noviembre." },
  }))

/** Documents on their way by e-mail (decisions, section 2). */
export const mail = HttpApiGroup.make("correo")
  .add(sendInvoice)
  .annotateContext(OpenApi.annotations({
    title: "Correo",
    description: "Documentos emitidos que se envían por correo con su PDF. Se intentan hasta siete veces en día y medio.",
  }))
