import { explainedEvent } from "../../../core/examples/explainedEvents.ts"
import type { Fields } from "./Fields.ts"

/** A header of a delivery (contract, section 6.2). */
const header = (name: string, description: string, pattern: string, required = true) =>
  ({ name, in: "header", required, description, schema: { type: "string", pattern } })

/**
 * The deliveries of webhooks as OpenAPI 3.1 describes them (contract, sections 6.2 to 6.4): what a receiver is sent, and what
 * it answers.
 */
export const notices: Fields = {
  aviso: {
    post: {
      operationId: "receiveNotice",
      tags: ["Webhooks"],
      summary: "Un suceso, enviado a quien se suscribió",
      description: "Lo recibe la `url` de una suscripción. Se comprueba con su secreto antes de leerlo, sobre los bytes del"
        + " cuerpo tal como llegaron; lleva también las cabeceras de Standard Webhooks. Puede llegar más de una vez, y en otro"
        + " orden. Sin respuesta 2xx en diez segundos se repite hasta seis veces.",
      security: [],
      parameters: [
        header("x-svc-suceso", "El suceso.", "^[a-z_.]+$"),
        header("x-svc-envio", "El envío: el mismo en todos sus intentos, e igual que el `id` del cuerpo.", "^.+$"),
        header("x-svc-intento", "El intento, desde 1.", "^[1-9][0-9]*$"),
        header(
          "x-svc-firma",
          "`t=<segundos unix>,v1=<hex>`: HMAC-SHA256 de `<t>.<cuerpo>` con el secreto; una v1 por secreto vigente.",
          "^t=[0-9]+(,v1=[0-9a-f]{64})+$",
        ),
        header("x-svc-token", "Solo con `modo_aviso` `token`: el secreto.", "^whsec_.+$", false),
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Aviso" },
            examples: { ejemplo: { value: explainedEvent("invoice.issued").ejemplo } },
          },
        },
      },
      responses: {
        "2XX": { description: "Recibido." },
        default: { description: "No recibido: se repite." },
      },
    },
  },
}
