import type { Fields } from "./Fields.ts"
import { line, lines } from "./goods.ts"
import { someLabels } from "./properties.ts"
import { type Act, dayNear, type Scene, write, wrong } from "./Scene.ts"

const isDraft = ({ estado }: Fields): boolean => estado === "draft"
const isInvoice = ({ tipo_documento }: Fields): boolean => tipo_documento === "invoice"
const isIssued = (facts: Fields): boolean => !isDraft(facts) && facts["estado"] !== "cancelled"
const isOfKind = (kind: string) => ({ tipo_documento }: Fields): boolean => tipo_documento === kind

/** A document that fits; now and then any, with which the request is then refused. */
const chosen = ({ chance, known }: Scene, fits: (facts: Fields) => boolean): string | undefined =>
  (known.documents.pick(chance, chance.odds(88) ? fits : undefined) ?? known.documents.pick(chance))?.id

const foreignCurrency = { divisa: "USD", tipo_cambio: 0.873456 }

const terms = (scene: Scene): Fields => {
  const { chance, known } = scene
  return {
    contacto_id: chance.maybe(65, () => known.contacts.pick(chance)?.id),
    fecha_emision: chance.maybe(25, () => dayNear(scene, chance.pick(0, 0, -1, -3, 1))),
    fecha_vencimiento: chance.maybe(15, () => dayNear(scene, chance.pick(-1, 0, 1, 30))),
    plazos: chance.maybe(15, () => chance.pick("30/60/90", "60/15", "contado")),
    forma_pago: chance.maybe(20, () => chance.pick("transfer", "card")),
    serie: chance.maybe(12, () => chance.pick("B", "B", "2026/X", "R")),
    numero: chance.maybe(5, () => chance.between(1, 9)),
    notas: chance.maybe(10, () => "Gracias"),
    etiquetas: chance.maybe(20, () => someLabels(chance)),
    irpf: chance.maybe(15, () => chance.pick(0, 15)),
    suplidos: chance.maybe(8, () => chance.pick(12.34, 0.5)),
    recargo_equivalencia: chance.maybe(10, () => true),
    precios_con_iva: chance.maybe(30, () => true),
    ...(chance.odds(6) ? foreignCurrency : {}),
  }
}

export const draft: Act = (scene) => {
  const { chance } = scene
  const tipo_documento = chance.maybe(30, () => chance.pick("quote", "quote", "delivery", "proforma", "invoice"))
  const lineas = chance.odds(4) ? [] : lines(scene)
  return write(scene, "POST", "/facturas", { tipo_documento, ...terms(scene), lineas })
}

/** A full invoice in exchange for tickets. */
export const exchange: Act = (scene) => {
  const { chance, known } = scene
  const ticket = (facts: Fields) => isIssued(facts) && isInvoice(facts) && facts["contacto"] === null
  const tickets = [known.documents.pick(chance, ticket), known.documents.pick(chance, ticket)]
  const facturas_sustituidas = [...new Set(tickets.flatMap((seen) => seen?.id ?? []))]
  const contacto_id = known.contacts.pick(chance, ({ nif }) => typeof nif === "string")?.id
  if (facturas_sustituidas.length === 0 || contacto_id === undefined) return undefined
  return write(scene, "POST", "/facturas", { contacto_id, lineas: [line(scene)], facturas_sustituidas })
}

/** A patch that may change texts, dates, figures or the contact. */
const change = (scene: Scene): Fields => {
  const { chance, known } = scene
  return {
    notas: chance.maybe(30, () => chance.pick("Otra nota", null)),
    etiquetas: chance.maybe(30, () => someLabels(chance)),
    forma_pago: chance.maybe(15, () => chance.pick("cash", null)),
    irpf: chance.maybe(15, () => chance.pick(0, 7, null)),
    suplidos: chance.maybe(8, () => chance.pick(1.5, null)),
    fecha_vencimiento: chance.maybe(15, () => chance.pick(dayNear(scene, 10), null)),
    lineas: chance.maybe(35, () => lines(scene)),
    numero: chance.maybe(6, () => chance.pick(chance.between(1, 5), null)),
    serie: chance.maybe(8, () => chance.pick("B", "R", null)),
    contacto_id: chance.maybe(12, () => chance.pick(known.contacts.pick(chance)?.id, null)),
  }
}

export const changeDraft: Act = (scene) => {
  const id = chosen(scene, isDraft)
  return id && write(scene, "PATCH", `/facturas/${id}`, change(scene))
}

export const label: Act = (scene) => {
  const id = chosen(scene, isIssued)
  const body = { etiquetas: someLabels(scene.chance), notas_internas: scene.chance.pick("visto", null) }
  return id && write(scene, "PATCH", `/facturas/${id}`, body)
}

export const trash: Act = (scene) => {
  const id = chosen(scene, isDraft)
  return id && write(scene, "DELETE", `/facturas/${id}`)
}

export const issue: Act = (scene) => {
  const id = chosen(scene, isDraft)
  return id && write(scene, "POST", `/facturas/${id}/emitir`)
}

export const annul: Act = (scene) => {
  const id = chosen(scene, (facts) => isIssued(facts) && isInvoice(facts))
  return id && write(scene, "POST", `/facturas/${id}/anular`, { motivo: "Error\n de  caja" })
}

export const rectify: Act = (scene) => {
  const { chance } = scene
  const id = chosen(scene, (facts) => isIssued(facts) && isInvoice(facts))
  const body = {
    motivo: "Devolución",
    metodo: chance.maybe(60, () => chance.pick("diferencias", "sustitucion")),
    causa: chance.maybe(10, () => chance.pick("R1", "R4")),
    serie: chance.maybe(10, () => chance.pick("R2", "A")),
    lineas: chance.maybe(55, () => lines(scene)),
  }
  const ask = id && write(scene, "POST", `/facturas/${id}/rectificar`, body)
  const lacksLines = body.metodo === "sustitucion" && body.lineas === undefined
  return ask && (lacksLines ? wrong(ask, { status: 422, campo: "lineas" }) : ask)
}

export const convert: Act = (scene) => {
  const id = chosen(scene, (facts) => !isInvoice(facts))
  return id && write(scene, "POST", `/facturas/${id}/convertir`)
}

export const answerQuote: Act = (scene) => {
  const id = chosen(scene, (facts) => isOfKind("quote")(facts) && isIssued(facts))
  const { chance } = scene
  const deed = chance.pick("aceptar", "aceptar", "rechazar")
  const motivo = chance.maybe(50, () => "Por el precio")
  return id && write(scene, "POST", `/facturas/${id}/${deed}`, { motivo })
}

export const send: Act = (scene) => {
  const id = chosen(scene, isIssued)
  const { chance } = scene
  const body = {
    para: chance.maybe(50, () => ["ana@ejemplo.es", "ana@ejemplo.es"]),
    asunto: chance.maybe(30, () => "Su\nfactura"),
  }
  return id && write(scene, "POST", `/facturas/${id}/enviar`, body)
}

/** `subsanar`. */
export const amend: Act = (scene) => {
  const id = chosen(scene, isInvoice)
  const destinatario_no_censado = scene.chance.maybe(30, () => true)
  return id && write(scene, "POST", `/facturas/${id}/subsanar`, { destinatario_no_censado })
}

/** Pays a part of what is outstanding, all of it, or more. */
export const pay: Act = (scene) => {
  const { chance, known } = scene
  const id = chosen(scene, (facts) => isIssued(facts) && isInvoice(facts))
  const pendiente = id === undefined ? 0 : known.documents.all.find((seen) => seen.id === id)?.facts["pendiente"]
  const rest = typeof pendiente === "number" && pendiente > 0 ? pendiente : 10
  const body = {
    importe: chance.pick(rest, rest, Math.max(0.01, Math.floor(rest * 50) / 100), 0.01, Math.round(rest * 100 + 1) / 100),
    fecha: chance.maybe(50, () => dayNear(scene, -chance.below(5))),
    forma_pago: chance.maybe(30, () => "card"),
    referencia: chance.maybe(20, () => "recibo"),
  }
  return id && write(scene, "POST", `/facturas/${id}/cobros`, body)
}

export const unpay: Act = (scene) => {
  const seen = scene.known.payments.pick(scene.chance)
  return seen && write(scene, "DELETE", `/cobros/${seen.id}`)
}
