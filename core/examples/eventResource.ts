import { Schema } from "effect"

/** An entry of the list of events: what it means, and an example of what is sent (decisions, section 2, "Webhooks"). */
export const EventResource = Schema.Struct({
  suceso: Schema.String,
  explicacion: Schema.String,
  ejemplo: Schema.Struct({
    id: Schema.String.annotations({ description: "El del envío, igual que la cabecera x-svc-envio." }),
    suceso: Schema.String,
    creado: Schema.String,
    datos: Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
      description: "Cada recurso bajo su nombre; las facturas, sin sus líneas.",
    }),
  }).annotations({ identifier: "Aviso" }),
}).annotations({ identifier: "Suceso" })
export type EventResource = typeof EventResource.Type
