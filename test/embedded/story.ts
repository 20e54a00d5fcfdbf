/** The outcome of a call, however it was made. */
export type Outcome =
  | { readonly value: unknown }
  | { readonly refused: string; readonly motivo: string | null; readonly campos: ReadonlyArray<object> }

export type Call = (group: string, name: string, input?: object) => Promise<Outcome>

/** A call of the story and its outcome. */
export interface Told {
  readonly call: string
  readonly outcome: Outcome
}

/** Makes every call of the contract at least once, successful and refused ones, and returns their outcomes. */
export const story = async (call: Call, way: "http" | "promises" | "effects"): Promise<ReadonlyArray<Told>> => {
  const told: Array<Told> = []
  const tell = async (name: string, input?: object): Promise<Outcome> => {
    const [group = "", operation = ""] = name.split(".")
    const outcome = await call(group, operation, input)
    told.push({ call: name, outcome: comparable(outcome, way) })
    return outcome
  }
  /** The id in the answer. */
  const id = async (name: string, input?: object): Promise<string> => {
    const outcome = await tell(name, input)
    if ("value" in outcome) return String(Reflect.get(Object(outcome.value), "id"))
    throw new Error(`${name}: ${outcome.refused} ${JSON.stringify(outcome.campos)}`)
  }

  await tell("cuenta.readOrganization")
  await tell("eventos.listEvents", { limite: 2 })

  const webhook = await id("webhooks.createWebhook", { url: "https://avisos.ejemplo.es/talonario", sucesos: ["*"] })
  await tell("webhooks.createWebhook", { url: "https://127.0.0.1/", sucesos: ["nada"] })
  await tell("webhooks.updateWebhook", { id: webhook, descripcion: "principal" })
  await tell("webhooks.readWebhook", { id: webhook })

  const customer = await id("contactos.createContact", { nombre: "Ñandú SL", nif: "B12345674", email: "n@ejemplo.es" })
  await tell("contactos.createContact", { nombre: "", email: "no", desconocida: 1 })
  await tell("contactos.updateContact", { id: customer, telefono: "600 000 000", etiquetas: ["a"] })
  await tell("contactos.updateContact", { id: "nadie", telefono: null })
  await tell("contactos.readContact", { id: customer })
  const supplier = await id("contactos.createContact", { nombre: "Proveedor", tipo: "supplier" })
  await tell("contactos.listContacts", { tipo: "supplier", buscar: "prov" })
  await tell("contactos.listContacts", { tipo: "otro", limite: 0 })

  const product = await id("productos.createProduct", { nombre: "Taza", precio: 4.12345678, stock: 5, sku: "T-1" })
  await tell("productos.createProduct", { nombre: "Taza", sku: "T-1" })
  await tell("productos.updateProduct", { id: product, stock_minimo: 4 })
  await tell("productos.readProduct", { id: product })
  await tell("productos.listProducts", { bajo_minimo: true })

  const expense = await id("gastos.createExpense", { base: 100, proveedor_id: supplier, fecha: "2026-11-01" })
  await tell("gastos.createExpense", { base: 1.234, proveedor_id: customer })
  await tell("gastos.updateExpense", { id: expense, pagado: true })
  await tell("gastos.requestApproval", { id: expense })
  await tell("gastos.rejectExpense", { id: expense })
  await tell("gastos.approveExpense", { id: expense })
  await tell("gastos.readExpense", { id: expense })
  await tell("gastos.listExpenses", { pagado: true, fecha_desde: "2026-11-01" })
  await tell("gastos.deleteExpense", { id: expense })

  const deal = await id("oportunidades.createDeal", { titulo: "Web", contacto_id: customer, importe: 100.5 })
  await tell("oportunidades.createDeal", { titulo: "Web", estado: "lost", motivo: "Caro" })
  await tell("oportunidades.createDeal", { titulo: "", importe: -1, estado: "closed" })
  await tell("oportunidades.updateDeal", { id: deal, etapa: "visita", estado: "lost", motivo: "Caro" })
  await tell("oportunidades.updateDeal", { id: deal, estado: "won" })
  await tell("oportunidades.readDeal", { id: deal })
  await tell("oportunidades.listDeals", { estado: "lost", etapa: "visita", contacto_id: customer })
  await tell("oportunidades.deleteDeal", { id: deal })

  const order = await id("pedidosCompra.createPurchaseOrder", { proveedor_id: supplier, lineas: [{ producto_id: product }] })
  await tell("pedidosCompra.createPurchaseOrder", { proveedor_id: customer, lineas: [{ cantidad: 0 }] })
  const come = { proveedor_id: supplier, lineas: [{ producto_id: product, clase: "service", unidad: "h" }], estado: "received" }
  await tell("pedidosCompra.createPurchaseOrder", come)
  await tell("pedidosCompra.updatePurchaseOrder", { id: order, lineas: [{ producto_id: product, cantidad: 3 }], estado: "received" })
  await tell("pedidosCompra.updatePurchaseOrder", { id: order, estado: "cancelled" })
  await tell("pedidosCompra.readPurchaseOrder", { id: order })
  await tell("pedidosCompra.listPurchaseOrders", { estado: "received", fecha_desde: "2026-11-01" })
  await tell("pedidosCompra.deletePurchaseOrder", { id: order })

  const member = await id("socios.createMember", { nombre: "Marta", cuota: 60.5, periodicidad: "monthly" })
  await tell("socios.createMember", { nombre: "Luis", numero: 1 })
  await tell("socios.createMember", { nombre: "", cuota: -1, numero: 0 })
  await tell("socios.updateMember", { id: member, baja: "2026-12-31", numero: 7 })
  await tell("socios.readMember", { id: member })
  await tell("socios.listMembers", { de_baja: true, buscar: "mar" })
  const donation = await id("donativos.createDonation", { importe: 50, socio_id: member, fecha: "2026-11-01" })
  await tell("donativos.createDonation", { importe: 0, socio_id: member, contacto_id: customer })
  await tell("donativos.createDonation", { importe: 1, contacto_id: "nadie" })
  await tell("donativos.updateDonation", { id: donation, contacto_id: customer })
  await tell("donativos.updateDonation", { id: donation, anonimo: true, forma_pago: "cash" })
  await tell("donativos.readDonation", { id: donation })
  await tell("donativos.listDonations", { socio_id: member, fecha_desde: "2026-11-01" })
  await tell("socios.deleteMember", { id: member })
  await tell("donativos.deleteDonation", { id: donation })

  const store = await id("tiendas.createStore", { nombre: "Sol", plataforma: "shopify" })
  await tell("tiendas.createStore", { nombre: "", estado: "open" })
  await tell("tiendas.createStore", { nombre: "Pausada", plataforma: "shopify", estado: "paused" })
  await tell("tiendas.updateStore", { id: store, nombre: "Luna", estado: "active" })
  const bought = { id: store, referencia_externa: "1001", lineas: [{ descripcion: "Taza", precio: 12.1 }], precios_con_iva: true }
  const drafted = await id("tiendas.importStoreOrder", bought)
  await tell("tiendas.importStoreOrder", { ...bought, lineas: [{ descripcion: "Otra", precio: 1 }] })
  await tell("tiendas.importStoreOrder", { id: store, referencia_externa: "1002", lineas: [] })
  await tell("tiendas.pauseStore", { id: store })
  await tell("tiendas.importStoreOrder", { ...bought, referencia_externa: "1002" })
  await tell("tiendas.resumeStore", { id: store })
  await tell("facturas.deleteInvoice", { id: drafted })
  await tell("tiendas.importStoreOrder", bought)
  await tell("tiendas.readStore", { id: store })
  await tell("tiendas.listStores", { estado: "active" })
  await tell("tiendas.deleteStore", { id: store })

  const monthly = { contacto_id: customer, nombre: "Cuota", periodicidad: "monthly", lineas: [{ producto_id: product }] }
  const subscription = await id("suscripciones.createSubscription", { ...monthly, inicio: "2030-01-31" })
  await tell("suscripciones.createSubscription", { ...monthly, estado: "paused" })
  await tell("suscripciones.createSubscription", { ...monthly, contacto_id: "nadie", fin: "1999-01-01" })
  await tell("suscripciones.updateSubscription", { id: subscription, estado: "paused", inicio: null })
  await tell("suscripciones.readSubscription", { id: subscription })
  await tell("suscripciones.listSubscriptions", { estado: "paused", contacto_id: customer })
  await tell("suscripciones.deleteSubscription", { id: subscription })

  const lineas = [{ producto_id: product, cantidad: 2 }, { descripcion: "Montaje", precio: 12.5 }]
  const invoice = await id("facturas.createInvoice", { contacto_id: customer, lineas })
  await tell("facturas.createInvoice", { contacto_id: "nadie", lineas: [{ precio: 1 }], irpf: 200 })
  await tell("facturas.updateInvoice", { id: invoice, notas: "Gracias", etiquetas: ["a", "b"] })
  await tell("facturas.issueInvoice", { id: invoice })
  await tell("facturas.issueInvoice", { id: invoice })
  await tell("facturas.deleteInvoice", { id: invoice })
  await tell("facturas.readInvoice", { id: invoice })
  await tell("facturas.printInvoice", { id: invoice })
  await tell("correo.sendInvoice", { id: invoice })
  const payment = await id("cobros.recordPayment", { id: invoice, importe: 10.05 })
  await tell("cobros.recordPayment", { id: invoice, importe: -1 })
  await tell("cobros.readPayment", { id: payment })
  await tell("cobros.listInvoicePayments", { id: invoice })
  await tell("cobros.listPayments", { fecha_desde: "2026-11-20", forma_pago: "cash" })
  await tell("facturas.annulInvoice", { id: invoice, motivo: "no procede" })
  await tell("cobros.deletePayment", { id: payment })
  await tell("facturas.rectifyInvoice", { id: invoice, motivo: "precio equivocado" })
  await tell("facturas.listRectifications", { id: invoice })
  const wrong = await id("facturas.createInvoice", { lineas: [{ descripcion: "Nada", precio: 1 }] })
  await tell("facturas.issueInvoice", { id: wrong })
  await tell("facturas.annulInvoice", { id: wrong, motivo: "nunca debió existir" })
  for (const answer of ["facturas.acceptQuote", "facturas.rejectQuote"]) {
    const quote = await id("facturas.createInvoice", { tipo_documento: "quote", contacto_id: customer, lineas })
    await tell(answer, { id: quote })
    await tell("facturas.issueInvoice", { id: quote })
    await tell(answer, { id: quote, motivo: "por el precio" })
    await tell("facturas.convertDocument", { id: quote })
  }
  await tell("facturas.listInvoices", { total_min: 10, limite: 2, orden: "antiguo" })
  await tell("facturas.listInvoices", { numero: 1, estado: "sent", desde: "inventado" })
  await tell("contactos.deleteContact", { id: customer })
  await tell("contactos.deleteContact", { id: supplier })
  await tell("productos.deleteProduct", { id: product })

  await tell("registro.listRecords", { limite: 1 })
  await tell("registro.listInvoiceRecords", { id: invoice })
  await tell("registro.amendRecord", { id: invoice })
  await tell("registro.readVerification")
  await tell("registro.readSubmission")
  await tell("actividad.listActivity")

  const test = await id("webhooks.testWebhook", { id: webhook })
  await tell("webhooks.listDeliveries", { id: webhook })
  await tell("webhooks.replayDelivery", { id: webhook, envio: test })
  await tell("webhooks.replayDeliveries", { id: webhook, desde: "2026-11-20T00:00:00Z" })
  await tell("webhooks.replayDeliveries", { id: webhook, desde: "ayer" })
  await tell("webhooks.rotateWebhookSecret", { id: webhook })
  await tell("webhooks.updateWebhook", { id: webhook, activo: false })
  await tell("webhooks.reactivateWebhook", { id: webhook })
  await tell("webhooks.listWebhooks")
  await tell("webhooks.deleteWebhook", { id: webhook })
  return told
}

/** Makes outcomes comparable: in process, the next page is a cursor instead of an address, and a file has a name. */
const comparable = (outcome: Outcome, way: string): Outcome => {
  if (!("value" in outcome) || typeof outcome.value !== "object" || outcome.value === null) return outcome
  const { value } = outcome
  if (value instanceof Uint8Array) return { value: value.length }
  if ("file" in value && value.file instanceof Uint8Array) return { value: value.file.length }
  if (way !== "http" || !("siguiente" in value) || typeof value.siguiente !== "string") return outcome
  return { value: { ...value, siguiente: new URL(value.siguiente).searchParams.get("desde") } }
}
