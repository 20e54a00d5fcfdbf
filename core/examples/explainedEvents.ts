import { instant } from "../calendar/instant.ts"
import { deliveryEnvelope } from "../deliveries/deliveryOf.ts"
import type { EventName } from "../events/catalogue.ts"
import {
  albaran,
  anulada,
  borrador,
  cobrada,
  cobro,
  contacto,
  donativo,
  emitida,
  gasto,
  oportunidad,
  pedido,
  presupuesto,
  producto,
  socio,
  suscripcion,
  tienda,
} from "./exampleResources.ts"
import { shown } from "./samples.ts"

/** What an event means, and what its `datos` look like. */
interface ExplainedEvent {
  /** Spanish sentence for developers. */
  readonly explicacion: string
  readonly datos: Readonly<Record<string, unknown>>
}

/** All events that can be subscribed to (contract, section 6.1), explained. */
const explainedEvents: Readonly<Record<EventName, ExplainedEvent>> = {
  "invoice.created": {
    explicacion: "Se ha creado una factura, normalmente en borrador.",
    datos: { factura: borrador },
  },
  "invoice.issued": {
    explicacion: "Se ha emitido una factura: ya tiene número y, con una clave real, su registro.",
    datos: { factura: emitida },
  },
  "invoice.paid": {
    explicacion: "Una factura se ha cobrado del todo.",
    datos: { factura: cobrada },
  },
  "invoice.cancelled": {
    explicacion: "Se ha anulado una factura, o se ha descartado un borrador.",
    datos: { factura: anulada },
  },
  "payment.recorded": {
    explicacion: "Se ha registrado un cobro, total o parcial; lleva el cobro y cómo queda la factura.",
    datos: { cobro, factura: cobrada },
  },
  "quote.accepted": {
    explicacion: "Un cliente ha aceptado un presupuesto; lleva el motivo, o null.",
    datos: { presupuesto, motivo: null },
  },
  "quote.rejected": {
    explicacion: "Un cliente ha rechazado un presupuesto; lleva el motivo, o null.",
    datos: { presupuesto, motivo: "Es caro" },
  },
  "delivery.created": {
    explicacion: "Se ha creado un albarán.",
    datos: { albaran },
  },
  "subscription.invoiced": {
    explicacion: "Una suscripción ha generado la factura de su periodo; lleva ambas.",
    datos: { suscripcion, factura: borrador },
  },
  "purchase_order.created": {
    explicacion: "Se ha hecho un pedido a un proveedor.",
    datos: { pedido },
  },
  "contact.created": {
    explicacion: "Se ha creado un contacto.",
    datos: { contacto },
  },
  "contact.updated": {
    explicacion: "Ha cambiado un contacto; lleva cómo queda.",
    datos: { contacto: { ...contacto, email: "administracion@cliente.example" } },
  },
  "contact.deleted": {
    explicacion: "Se ha borrado un contacto; lleva lo que contenía.",
    datos: { contacto },
  },
  "product.updated": {
    explicacion: "Ha cambiado un producto o sus existencias, o se acaba de crear; lleva cómo queda.",
    datos: { producto },
  },
  "product.deleted": {
    explicacion: "Se ha borrado un producto; lleva su último estado.",
    datos: { producto },
  },
  "stock.below_minimum": {
    explicacion: "Las existencias de un producto han bajado de su mínimo; no se repite hasta que se repongan.",
    datos: { producto: { ...producto, stock: 18 } },
  },
  "expense.created": {
    explicacion: "Se ha registrado un gasto.",
    datos: { gasto },
  },
  "expense.approved": {
    explicacion: "Se ha aprobado un gasto.",
    datos: { gasto: { ...gasto, estado_aprobacion: "approved" } },
  },
  "deal.created": {
    explicacion: "Hay una oportunidad nueva.",
    datos: { oportunidad },
  },
  "deal.stage_changed": {
    explicacion: "Una oportunidad ha cambiado de etapa; lleva la anterior y la nueva.",
    datos: {
      oportunidad: { ...oportunidad, etapa: "negociación" },
      etapa_anterior: "propuesta",
      etapa_nueva: "negociación",
    },
  },
  "deal.won": {
    explicacion: "Se ha ganado una oportunidad.",
    datos: { oportunidad: { ...oportunidad, estado: "won" } },
  },
  "deal.lost": {
    explicacion: "Se ha perdido una oportunidad; su motivo dice por qué.",
    datos: { oportunidad: { ...oportunidad, estado: "lost", motivo: "El presupuesto se va al año que viene" } },
  },
  "member.created": {
    explicacion: "Se ha dado de alta un socio.",
    datos: { socio },
  },
  "donation.received": {
    explicacion: "Se ha registrado un donativo.",
    datos: { donativo },
  },
  "store.order.imported": {
    explicacion: "Un pedido de una tienda conectada se ha convertido en factura; lleva la tienda y la factura.",
    datos: { tienda, factura: borrador },
  },
}

/** 2026-11-20T10:00:00Z. */
const exampleInstant = instant(1_795_168_800_000)

/** The event with its meaning, and an example of the whole body that is sent (contract, section 6.2). */
export const explainedEvent = (suceso: EventName) => {
  const { datos, explicacion } = explainedEvents[suceso]
  const id = String(shown["envio"]?.["id"])
  return { suceso, explicacion, ejemplo: deliveryEnvelope(id, { suceso, creado: exampleInstant, datos }) }
}
