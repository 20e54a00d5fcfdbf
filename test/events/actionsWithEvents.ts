import { Effect } from "effect"
import { simpleDraft } from "../http/scene.ts"
import { goods, issued, made, ordered, patch, post, type Preparation, rectified, remove, sale, shownAt } from "./actions.ts"

const factura = (id: string) => ({ factura: `/facturas/${id}` })
const producto = (id: string) => ({ producto: `/productos/${id}` })
const oportunidad = (id: string) => ({ oportunidad: `/oportunidades/${id}` })
const quote = { ...simpleDraft, tipo_documento: "quote" }
const delivery = { ...simpleDraft, tipo_documento: "delivery" }
const proforma = { ...simpleDraft, tipo_documento: "proforma" }

/** Every action that causes events, by what it is (contract, section 6.1; decisions, section 5). */
export const actionsWithEvents: Readonly<Record<string, Preparation>> = {
  "a contact is created": () =>
    Effect.succeed(post("/contactos", { nombre: "Ana" }, 201, (id) =>
      [["contact.created", { contacto: `/contactos/${id}` }]])),

  "a contact changes": (scene) =>
    Effect.map(made(scene, "/contactos", { nombre: "Ana" }), (id) =>
      patch(`/contactos/${id}`, { notas: "x" }, () => [["contact.updated", { contacto: `/contactos/${id}` }]])),

  "a contact is deleted, with what it was": (scene) =>
    Effect.gen(function*() {
      const path = `/contactos/${yield* made(scene, "/contactos", { nombre: "Ana", etiquetas: ["vip"] })}`
      const contacto = yield* shownAt(scene, path)
      return remove(path, () => [["contact.deleted", { contacto }]])
    }),

  "a product is created": () =>
    Effect.succeed(post("/productos", { nombre: "Tornillo", stock: 1, stock_minimo: 5 }, 201, (id) =>
      [["product.updated", producto(id)]])),

  "a product changes": (scene) =>
    Effect.map(goods(scene), (id) =>
      patch(`/productos/${id}`, { stock: 5 }, () => [["product.updated", producto(id)]])),

  "a product's stock falls below its minimum": (scene) =>
    Effect.map(goods(scene), (id) =>
      patch(`/productos/${id}`, { stock: 4 }, () =>
        [["product.updated", producto(id)], ["stock.below_minimum", producto(id)]])),

  "a product's minimum rises above its stock": (scene) =>
    Effect.map(goods(scene), (id) =>
      patch(`/productos/${id}`, { stock_minimo: 11 }, () =>
        [["product.updated", producto(id)], ["stock.below_minimum", producto(id)]])),

  "stock that is below its minimum falls further": (scene) =>
    Effect.map(goods(scene, { stock: 4 }), (id) =>
      patch(`/productos/${id}`, { stock: 3 }, () => [["product.updated", producto(id)]])),

  "a product is deleted, with what it was": (scene) =>
    Effect.gen(function*() {
      const path = `/productos/${yield* goods(scene, { sku: "T-1" })}`
      yield* scene.request("PATCH", path, { key: scene.live, body: { stock: 7 } })
      const producto = yield* shownAt(scene, path)
      return remove(path, () => [["product.deleted", { producto }]])
    }),

  "an expense is registered": () =>
    Effect.succeed(post("/gastos", { base: 100 }, 201, (id) => [["expense.created", { gasto: `/gastos/${id}` }]])),

  "a purchase order is created": (scene) =>
    Effect.map(made(scene, "/contactos", { nombre: "Ana", tipo: "supplier" }), (proveedor_id) =>
      post("/pedidos-compra", { proveedor_id, lineas: [{ descripcion: "Papel" }] }, 201, (id) =>
        [["purchase_order.created", { pedido: `/pedidos-compra/${id}` }]])),

  "a purchase order is created as received": (scene) =>
    Effect.gen(function*() {
      const proveedor_id = yield* made(scene, "/contactos", { nombre: "Papelera", tipo: "supplier" })
      const producto_id = yield* made(scene, "/productos", { nombre: "Papel" })
      return post("/pedidos-compra", { proveedor_id, lineas: [{ producto_id }], estado: "received" }, 201, (id) => [
        ["purchase_order.created", { pedido: `/pedidos-compra/${id}` }],
        ["product.updated", { producto: `/productos/${producto_id}` }],
      ])
    }),

  "a purchase order is received": (scene) =>
    Effect.gen(function*() {
      const [first, second, service] = [yield* goods(scene), yield* goods(scene), yield* goods(scene, { clase: "service" })]
      const path = yield* ordered(scene, second, first, service, second)
      return patch(path, { estado: "received" }, () =>
        [["product.updated", producto(second)], ["product.updated", producto(first)]])
    }),

  "an expense is approved outright": (scene) =>
    Effect.map(made(scene, "/gastos", { base: 100 }), (id) =>
      post(`/gastos/${id}/aprobar`, undefined, 200, () => [["expense.approved", { gasto: `/gastos/${id}` }]])),

  "a requested approval of an expense is granted": (scene) =>
    Effect.gen(function*() {
      const path = `/gastos/${yield* made(scene, "/gastos", { base: 100 })}`
      yield* scene.post(`${path}/solicitar-aprobacion`)
      return post(`${path}/aprobar`, undefined, 200, () => [["expense.approved", { gasto: path }]])
    }),

  "a deal is opened": () =>
    Effect.succeed(post("/oportunidades", { titulo: "Web" }, 201, (id) => [["deal.created", oportunidad(id)]])),

  "a deal is opened that is won already": () =>
    Effect.succeed(post("/oportunidades", { titulo: "Web", estado: "won", etapa: "firma" }, 201, (id) =>
      [["deal.created", oportunidad(id)], ["deal.won", oportunidad(id)]])),

  "a deal is opened that is lost already": () =>
    Effect.succeed(post("/oportunidades", { titulo: "Web", estado: "lost", motivo: "Caro" }, 201, (id) =>
      [["deal.created", oportunidad(id)], ["deal.lost", oportunidad(id)]])),

  "a deal moves to another stage": (scene) =>
    Effect.map(made(scene, "/oportunidades", { titulo: "Web" }), (id) =>
      patch(`/oportunidades/${id}`, { etapa: "visita" }, () =>
        [["deal.stage_changed", { ...oportunidad(id), etapa_anterior: "nueva", etapa_nueva: "visita" }]])),

  "a deal is won at its last stage": (scene) =>
    Effect.map(made(scene, "/oportunidades", { titulo: "Web" }), (id) =>
      patch(`/oportunidades/${id}`, { estado: "won", etapa: "firma" }, () => [
        ["deal.stage_changed", { ...oportunidad(id), etapa_anterior: "nueva", etapa_nueva: "firma" }],
        ["deal.won", oportunidad(id)],
      ])),

  "a deal that was won and reopened is lost": (scene) =>
    Effect.gen(function*() {
      const id = yield* made(scene, "/oportunidades", { titulo: "Web" })
      for (const estado of ["won", "open"]) {
        yield* scene.request("PATCH", `/oportunidades/${id}`, { key: scene.live, body: { estado } })
      }
      return patch(`/oportunidades/${id}`, { estado: "lost", motivo: "Caro" }, () => [["deal.lost", oportunidad(id)]])
    }),

  "a member joins": () =>
    Effect.succeed(post("/socios", { nombre: "Ana" }, 201, (id) => [["member.created", { socio: `/socios/${id}` }]])),

  "a donation is received": (scene) =>
    Effect.map(made(scene, "/socios", { nombre: "Ana" }), (socio_id) =>
      post("/donativos", { importe: 50, socio_id }, 201, (id) => [["donation.received", { donativo: `/donativos/${id}` }]])),

  "an order of a store is imported": (scene) =>
    Effect.map(made(scene, "/tiendas", { nombre: "Sol", plataforma: "shopify" }), (store) =>
      post(`/tiendas/${store}/pedidos`, { ...simpleDraft, referencia_externa: "1001" }, 201, (id) => [
        ["invoice.created", factura(id)],
        ["store.order.imported", { tienda: `/tiendas/${store}`, ...factura(id) }],
      ])),

  "an invoice is drafted": (scene) =>
    Effect.map(made(scene, "/contactos", { nombre: "Ana", nif: "12345678Z", email: "a@b.es" }), (contacto_id) =>
      post("/facturas", { ...simpleDraft, contacto_id }, 201, (id) => [["invoice.created", factura(id)]])),

  "a delivery note is drafted": () =>
    Effect.succeed(post("/facturas", delivery, 201, (id) => [["delivery.created", { albaran: `/facturas/${id}` }]])),

  "a quote that is still a draft becomes an invoice": (scene) =>
    Effect.map(made(scene, "/facturas", quote), (id) =>
      patch(`/facturas/${id}`, { tipo_documento: "invoice" }, () => [["invoice.created", factura(id)]])),

  "a draft is deleted, with what it was": (scene) =>
    Effect.gen(function*() {
      const path = `/facturas/${yield* made(scene, "/facturas", simpleDraft)}`
      const factura = yield* shownAt(scene, path)
      return remove(path, () => [["invoice.cancelled", { factura }]])
    }),

  "an invoice is issued": (scene) =>
    Effect.map(made(scene, "/facturas", simpleDraft), (id) =>
      post(`/facturas/${id}/emitir`, undefined, 201, () => [["invoice.issued", factura(id)]])),

  "an invoice is issued by a test key": (scene) =>
    Effect.map(made(scene, "/facturas", simpleDraft), (id) => ({
      ...post(`/facturas/${id}/emitir`, undefined, 201, () => [["invoice.issued", factura(id)]]),
      key: scene.test,
    })),

  "goods are sold, and some of them fall below their minimum": (scene) =>
    Effect.gen(function*() {
      const [scarce, plenty] = [yield* goods(scene), yield* goods(scene, { stock: 100 })]
      const id = yield* made(scene, "/facturas", sale(6, scarce, plenty))
      return post(`/facturas/${id}/emitir`, undefined, 201, () => [
        ["invoice.issued", factura(id)],
        ["product.updated", producto(scarce)],
        ["stock.below_minimum", producto(scarce)],
        ["product.updated", producto(plenty)],
      ])
    }),

  "more goods are sold that were below their minimum before": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      yield* issued(scene, sale(6, screws))
      const id = yield* made(scene, "/facturas", sale(1, screws))
      return post(`/facturas/${id}/emitir`, undefined, 201, () =>
        [["invoice.issued", factura(id)], ["product.updated", producto(screws)]])
    }),

  "stock falls below its minimum again after it had recovered": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      const first = yield* issued(scene, sale(6, screws))
      yield* scene.post(`/facturas/${first}/anular`, { motivo: "Duplicada" })
      const id = yield* made(scene, "/facturas", sale(6, screws))
      return post(`/facturas/${id}/emitir`, undefined, 201, () => [
        ["invoice.issued", factura(id)],
        ["product.updated", producto(screws)],
        ["stock.below_minimum", producto(screws)],
      ])
    }),

  "an invoice is annulled and its goods come back": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      const id = yield* issued(scene, sale(6, screws))
      return post(`/facturas/${id}/anular`, { motivo: "Duplicada" }, 200, () =>
        [["invoice.cancelled", factura(id)], ["product.updated", producto(screws)]])
    }),

  "a rectification is drafted": (scene) =>
    Effect.map(issued(scene, simpleDraft), (id) =>
      post(`/facturas/${id}/rectificar`, { motivo: "Devolución" }, 201, (id) => [["invoice.created", factura(id)]])),

  "a rectification is issued and its goods come back": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      const original = yield* issued(scene, sale(2, screws))
      const id = yield* made(scene, `/facturas/${original}/rectificar`, { motivo: "Devolución" })
      return post(`/facturas/${id}/emitir`, undefined, 201, () =>
        [["invoice.issued", factura(id)], ["product.updated", producto(screws)]])
    }),

  "a substitution is issued that leaves stock as it was": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      const original = yield* issued(scene, sale(2, screws))
      const lineas = [{ producto_id: screws, cantidad: 2, precio: 3 }]
      const body = { motivo: "Precio", metodo: "sustitucion", lineas }
      const id = yield* made(scene, `/facturas/${original}/rectificar`, body)
      return post(`/facturas/${id}/emitir`, undefined, 201, () => [["invoice.issued", factura(id)]])
    }),

  "a rectification is annulled and its goods leave again": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      const id = yield* rectified(scene, yield* issued(scene, sale(6, screws)))
      return post(`/facturas/${id}/anular`, { motivo: "Duplicada" }, 200, () => [
        ["invoice.cancelled", factura(id)],
        ["product.updated", producto(screws)],
        ["stock.below_minimum", producto(screws)],
      ])
    }),

  "tickets are exchanged for an invoice of goods that left before": (scene) =>
    Effect.gen(function*() {
      const screws = yield* goods(scene)
      const ticket = yield* issued(scene, sale(2, screws))
      const contacto_id = yield* made(scene, "/contactos", { nombre: "Ana", nif: "12345678Z" })
      const body = { ...sale(2, screws), contacto_id, facturas_sustituidas: [ticket] }
      const id = yield* made(scene, "/facturas", body)
      return post(`/facturas/${id}/emitir`, undefined, 201, () => [["invoice.issued", factura(id)]])
    }),

  "a customer accepts a quote": (scene) =>
    Effect.map(issued(scene, quote), (id) =>
      post(`/facturas/${id}/aceptar`, undefined, 200, () => [["quote.accepted", { presupuesto: `/facturas/${id}`, motivo: null }]])),

  "a customer rejects a quote": (scene) =>
    Effect.map(issued(scene, quote), (id) =>
      post(`/facturas/${id}/rechazar`, { motivo: "Caro" }, 200, () =>
        [["quote.rejected", { presupuesto: `/facturas/${id}`, motivo: "Caro" }]])),

  "a quote is converted": (scene) =>
    Effect.map(issued(scene, quote), (id) =>
      post(`/facturas/${id}/convertir`, undefined, 201, (id) => [["invoice.created", factura(id)]])),

  "a delivery note is converted": (scene) =>
    Effect.map(made(scene, "/facturas", delivery), (id) =>
      post(`/facturas/${id}/convertir`, undefined, 201, (id) => [["invoice.created", factura(id)]])),

  "a proforma is converted": (scene) =>
    Effect.map(issued(scene, proforma), (id) =>
      post(`/facturas/${id}/convertir`, undefined, 201, (id) => [["invoice.created", factura(id)]])),

  "a part of an invoice is paid": (scene) =>
    Effect.map(issued(scene, simpleDraft), (id) =>
      post(`/facturas/${id}/cobros`, { importe: 20 }, 201, (cobro) =>
        [["payment.recorded", { cobro: `/cobros/${cobro}`, ...factura(id) }]])),

  "the last part of an invoice is paid": (scene) =>
    Effect.gen(function*() {
      const id = yield* issued(scene, simpleDraft)
      yield* scene.post(`/facturas/${id}/cobros`, { importe: 20 })
      return post(`/facturas/${id}/cobros`, { importe: 4.2, fecha: "2026-11-19" }, 201, (cobro) => [
        ["payment.recorded", { cobro: `/cobros/${cobro}`, ...factura(id) }],
        ["invoice.paid", factura(id)],
      ])
    }),

  "more than the total of an invoice is paid": (scene) =>
    Effect.map(issued(scene, simpleDraft), (id) =>
      post(`/facturas/${id}/cobros`, { importe: 100 }, 201, (cobro) => [
        ["payment.recorded", { cobro: `/cobros/${cobro}`, ...factura(id) }],
        ["invoice.paid", factura(id)],
      ])),

  "a paid invoice is paid once more": (scene) =>
    Effect.gen(function*() {
      const id = yield* issued(scene, simpleDraft)
      yield* scene.post(`/facturas/${id}/cobros`, { importe: 24.2 })
      return post(`/facturas/${id}/cobros`, { importe: 1 }, 201, (cobro) =>
        [["payment.recorded", { cobro: `/cobros/${cobro}`, ...factura(id) }]])
    }),

  "an invoice is paid that the deletion of a payment had reopened": (scene) =>
    Effect.gen(function*() {
      const id = yield* issued(scene, simpleDraft)
      const first = yield* made(scene, `/facturas/${id}/cobros`, { importe: 24.2 })
      yield* scene.request("DELETE", `/cobros/${first}`, { key: scene.live })
      return post(`/facturas/${id}/cobros`, { importe: 24.2 }, 201, (cobro) => [
        ["payment.recorded", { cobro: `/cobros/${cobro}`, ...factura(id) }],
        ["invoice.paid", factura(id)],
      ])
    }),
}
