import { Effect } from "effect"
import { simpleDraft } from "../http/scene.ts"
import { type Deed, goods, issued, made, ordered, patch, post, type Preparation, remove, silence } from "./deeds.ts"
import type { TellingScene } from "./tellingScene.ts"

const quote = { ...simpleDraft, tipo_documento: "quote" }
const delivery = { ...simpleDraft, tipo_documento: "delivery" }
const proforma = { ...simpleDraft, tipo_documento: "proforma" }

const shop = { nombre: "Sol", plataforma: "shopify" }
const order = { ...simpleDraft, referencia_externa: "1001" }

const url = "https://avisos.ejemplo.es"

/** What is made at a path, and then asked of it without a word. */
const of = (path: string, body: unknown, deed: (path: string) => Deed): Preparation => (scene) =>
  Effect.map(made(scene, path, body), (id) => deed(`${path}/${id}`))

/** The same of a document that has been issued. */
const ofIssued = (body: object, deed: (path: string) => Deed): Preparation => (scene) =>
  Effect.map(issued(scene, body), (id) => deed(`/facturas/${id}`))

/** The same after one more request. */
const after = (prepare: Preparation, deed: (path: string) => Deed): Preparation => (scene) =>
  Effect.gen(function*() {
    const { body, method, path } = yield* prepare(scene)
    yield* scene.request(method, path, { key: scene.live, body })
    return deed(path)
  })

const issue = (path: string, status: number) => post(`${path}/emitir`, undefined, status, silence)

/** What a subscription is made of. */
const subscription = (scene: TellingScene) =>
  Effect.map(made(scene, "/contactos", { nombre: "Ana" }), (contacto_id) =>
    ({ ...simpleDraft, contacto_id, nombre: "Cuota", periodicidad: "monthly" }))

/** What changes nothing. */
const nothingChanges: Readonly<Record<string, Preparation>> = {
  "an empty patch of a contact": of("/contactos", { nombre: "Ana" }, (path) => patch(path, {}, silence)),
  "a patch of a contact to what it is": of("/contactos", { nombre: "Ana" }, (path) =>
    patch(path, { nombre: "Ana", tipo: "customer", nif: null }, silence)),
  "an empty patch of a product": of("/productos", { nombre: "A" }, (path) => patch(path, {}, silence)),
  "a patch of a product to what it is": of("/productos", { nombre: "A", stock: 1, stock_minimo: 5 }, (path) =>
    patch(path, { stock: 1, stock_minimo: 5, unidad: null }, silence)),
  "a patch of a deal to what it is": of("/oportunidades", { titulo: "Web" }, (path) =>
    patch(path, { titulo: "Web", etapa: "nueva", importe: null, estado: "open" }, silence)),
  "an empty patch of a member": of("/socios", { nombre: "Ana" }, (path) => patch(path, {}, silence)),
  "an empty patch of a donation": of("/donativos", { importe: 5 }, (path) => patch(path, {}, silence)),
  "a store that is active and is resumed": of("/tiendas", shop, (path) => post(`${path}/reanudar`, undefined, 200, silence)),
  "another import of an order": after(
    of("/tiendas", shop, (path) => post(`${path}/pedidos`, order, 201, silence)),
    (path) => post(path, order, 200, silence),
  ),
  "an empty patch of a draft": of("/facturas", simpleDraft, (path) => patch(path, {}, silence)),
  "an empty patch of an invoice": ofIssued(simpleDraft, (path) => patch(path, {}, silence)),
  "another receipt of a purchase order": (scene) =>
    Effect.gen(function*() {
      const path = yield* ordered(scene, yield* goods(scene))
      yield* scene.request("PATCH", path, { key: scene.live, body: { estado: "received" } })
      return patch(path, { estado: "received" }, silence)
    }),
  "another issue of an invoice": ofIssued(simpleDraft, (path) => issue(path, 200)),
}

/** What changes something that the catalogue has no event for. */
const nothingToTell: Readonly<Record<string, Preparation>> = {
  "a patch of an expense": of("/gastos", { base: 1 }, (path) => patch(path, { base: 2, pagado: true }, silence)),
  "the deletion of an expense": of("/gastos", { base: 1 }, (path) => remove(path, silence)),
  "a patch of a purchase order": (scene) =>
    Effect.map(Effect.flatMap(goods(scene), (id) => ordered(scene, id)), (path) =>
      patch(path, { fecha: "2026-11-01", lineas: [{ descripcion: "Papel" }] }, silence)),
  "the cancellation of a purchase order": (scene) =>
    Effect.map(Effect.flatMap(goods(scene), (id) => ordered(scene, id)), (path) =>
      patch(path, { estado: "cancelled" }, silence)),
  "the receipt of a service": (scene) =>
    Effect.map(Effect.flatMap(goods(scene, { clase: "service" }), (id) => ordered(scene, id)), (path) =>
      patch(path, { estado: "received" }, silence)),
  "the deletion of a purchase order": (scene) =>
    Effect.map(Effect.flatMap(goods(scene), (id) => ordered(scene, id)), (path) => remove(path, silence)),
  "a patch of a member": of("/socios", { nombre: "Ana" }, (path) => patch(path, { baja: "2030-01-01", numero: 7 }, silence)),
  "the deletion of a member": of("/socios", { nombre: "Ana" }, (path) => remove(path, silence)),
  "a patch of a donation": of("/donativos", { importe: 5 }, (path) => patch(path, { importe: 6, anonimo: true }, silence)),
  "the deletion of a donation": of("/donativos", { importe: 5 }, (path) => remove(path, silence)),
  "the request of an approval": of("/gastos", { base: 1 }, (path) =>
    post(`${path}/solicitar-aprobacion`, undefined, 200, silence)),
  "the denial of an approval": after(
    of("/gastos", { base: 1 }, (path) => post(`${path}/solicitar-aprobacion`, undefined, 200, silence)),
    (path) => post(path.replace("solicitar-aprobacion", "rechazar"), undefined, 200, silence),
  ),
  "another title of a deal": of("/oportunidades", { titulo: "Web" }, (path) => patch(path, { titulo: "Otra", importe: 2 }, silence)),
  "a deal that is reopened": after(
    of("/oportunidades", { titulo: "Web" }, (path) => patch(path, { estado: "lost" }, silence)),
    (path) => patch(path, { estado: "open" }, silence),
  ),
  "the deletion of a deal": of("/oportunidades", { titulo: "Web" }, (path) => remove(path, silence)),
  "a store": () => Effect.succeed(post("/tiendas", shop, 201, silence)),
  "another name of a store": of("/tiendas", shop, (path) => patch(path, { nombre: "Luna" }, silence)),
  "a store that is paused": of("/tiendas", shop, (path) => post(`${path}/pausar`, undefined, 200, silence)),
  "the deletion of a store": of("/tiendas", shop, (path) => remove(path, silence)),
  "a new subscription": (scene) =>
    Effect.map(subscription(scene), (body) => post("/suscripciones", body, 201, silence)),
  "a patch of a subscription": (scene) =>
    Effect.flatMap(subscription(scene), (body) =>
      of("/suscripciones", body, (path) => patch(path, { estado: "paused" }, silence))(scene)),
  "the deletion of a subscription": (scene) =>
    Effect.flatMap(subscription(scene), (body) => of("/suscripciones", body, (path) => remove(path, silence))(scene)),
  "a patch of a draft": of("/facturas", simpleDraft, (path) => patch(path, { notas: "x" }, silence)),
  "a patch of an invoice": ofIssued(simpleDraft, (path) => patch(path, { etiquetas: ["x"] }, silence)),
  "the letter of an invoice": ofIssued(simpleDraft, (path) =>
    post(`${path}/enviar`, { para: ["ana@ejemplo.es"] }, 202, silence)),
  "the draft of a quote": () => Effect.succeed(post("/facturas", quote, 201, silence)),
  "the draft of a proforma": () => Effect.succeed(post("/facturas", proforma, 201, silence)),
  "the issue of a quote": of("/facturas", quote, (path) => issue(path, 201)),
  "the issue of a delivery note": of("/facturas", delivery, (path) => issue(path, 201)),
  "the issue of a proforma": of("/facturas", proforma, (path) => issue(path, 201)),
  "a trashed quote": of("/facturas", quote, (path) => remove(path, silence)),
  "a trashed delivery note": of("/facturas", delivery, (path) => remove(path, silence)),
  "the deletion of a payment that had paid an invoice": (scene) =>
    Effect.gen(function*() {
      const id = yield* issued(scene, simpleDraft)
      return remove(`/cobros/${yield* made(scene, `/facturas/${id}/cobros`, { importe: 24.2 })}`, silence)
    }),
  "a webhook": () => Effect.succeed(post("/webhooks", { url }, 201, silence)),
  "the test of a webhook": of("/webhooks", { url }, (path) => post(`${path}/probar`, undefined, 202, silence)),
}

/** What is refused. */
const refused: Readonly<Record<string, Preparation>> = {
  "a contact without a name": () => Effect.succeed(post("/contactos", {}, 422, silence)),
  "a patch of nothing": () => Effect.succeed(patch("/contactos/nada", { notas: "x" }, silence, 404)),
  "a patch that is wrong": of("/contactos", { nombre: "Ana" }, (path) =>
    patch(path, { nif: "12345678A" }, silence, 422)),
  "the deletion of a contact that an invoice names": (scene) =>
    Effect.gen(function*() {
      const contacto_id = yield* made(scene, "/contactos", { nombre: "Ana" })
      yield* scene.post("/facturas", { ...simpleDraft, contacto_id })
      return remove(`/contactos/${contacto_id}`, silence, 409)
    }),
  "another product of the same sku": (scene) =>
    Effect.as(goods(scene, { sku: "T-1" }), post("/productos", { nombre: "Otro", sku: "T-1" }, 409, silence)),
  "the deletion of a product that is not there": () => Effect.succeed(remove("/productos/nada", silence, 404)),
  "a member whose number is taken": (scene) =>
    Effect.as(made(scene, "/socios", { nombre: "Ana", numero: 5 }), post("/socios", { nombre: "Eva", numero: 5 }, 409, silence)),
  "a donation of nobody that there is": () =>
    Effect.succeed(post("/donativos", { importe: 5, socio_id: "nada" }, 422, silence)),
  "an expense of nothing": () => Effect.succeed(post("/gastos", {}, 422, silence)),
  "a purchase order of nothing": () => Effect.succeed(post("/pedidos-compra", {}, 422, silence)),
  "another approval": after(
    of("/gastos", { base: 1 }, (path) => post(`${path}/aprobar`, undefined, 200, silence)),
    (path) => post(path, undefined, 409, silence),
  ),
  "a stage of a deal that is won": after(
    of("/oportunidades", { titulo: "Web" }, (path) => patch(path, { estado: "won" }, silence)),
    (path) => patch(path, { etapa: "visita" }, silence, 409),
  ),
  "an order of a store that is paused": after(
    of("/tiendas", shop, (path) => post(`${path}/pausar`, undefined, 200, silence)),
    (path) => post(path.replace("pausar", "pedidos"), order, 409, silence),
  ),
  "an invoice whose line says nothing": () => Effect.succeed(post("/facturas", { lineas: [{}] }, 422, silence)),
  "the issue of an invoice without lines": of("/facturas", {}, (path) => issue(path, 422)),
  "the deletion of an invoice": ofIssued(simpleDraft, (path) => remove(path, silence, 409)),
  "a patch of what an invoice says": ofIssued(simpleDraft, (path) => patch(path, { notas: "x" }, silence, 409)),
  "the annulment of a draft": of("/facturas", simpleDraft, (path) =>
    post(`${path}/anular`, { motivo: "x" }, 409, silence)),
  "the rectification of a draft": of("/facturas", simpleDraft, (path) =>
    post(`${path}/rectificar`, { motivo: "x" }, 409, silence)),
  "a payment of a draft": of("/facturas", simpleDraft, (path) =>
    post(`${path}/cobros`, { importe: 1 }, 409, silence)),
  "a payment of nothing": ofIssued(simpleDraft, (path) => post(`${path}/cobros`, { importe: 0 }, 422, silence)),
  "the answer to a draft": of("/facturas", quote, (path) => post(`${path}/aceptar`, undefined, 409, silence)),
  "another answer to a quote": after(
    ofIssued(quote, (path) => post(`${path}/aceptar`, undefined, 200, silence)),
    (path) => post(path.replace("aceptar", "rechazar"), undefined, 409, silence),
  ),
  "another conversion": after(
    ofIssued(quote, (path) => post(`${path}/convertir`, undefined, 201, silence)),
    (path) => post(path, undefined, 409, silence),
  ),
  "a write without the scope": (scene) =>
    Effect.map(scene.openKey(scene.organizationId, "live", ["contacts:read"]), (key) =>
      ({ ...post("/contactos", { nombre: "Ana" }, 403, silence), key })),
  "a webhook at no public address": () => Effect.succeed(post("/webhooks", { url: `${url}:80` }, 422, silence)),
}

/** Everything that tells nothing. */
export const silentDeeds: Readonly<Record<string, Preparation>> = { ...nothingChanges, ...nothingToTell, ...refused }
