import { Effect } from "effect"
import { simpleDraft } from "../http/scene.ts"
import { type Action, goods, issued, made, noEvents, ordered, patch, post, type Preparation, remove } from "./actions.ts"
import type { RecordedScene } from "./recordedScene.ts"

const quote = { ...simpleDraft, tipo_documento: "quote" }
const delivery = { ...simpleDraft, tipo_documento: "delivery" }
const proforma = { ...simpleDraft, tipo_documento: "proforma" }

const shop = { nombre: "Sol", plataforma: "shopify" }
const order = { ...simpleDraft, referencia_externa: "1001" }

const url = "https://avisos.ejemplo.es"

/** Creates something at a path and then tries an action on it. */
const of = (path: string, body: unknown, action: (path: string) => Action): Preparation => (scene) =>
  Effect.map(made(scene, path, body), (id) => action(`${path}/${id}`))

/** Issues a document and then tries an action on it. */
const ofIssued = (body: object, action: (path: string) => Action): Preparation => (scene) =>
  Effect.map(issued(scene, body), (id) => action(`/facturas/${id}`))

/** Carries out one action and then tries another on the same path. */
const after = (prepare: Preparation, action: (path: string) => Action): Preparation => (scene) =>
  Effect.gen(function*() {
    const { body, method, path } = yield* prepare(scene)
    yield* scene.request(method, path, { key: scene.live, body })
    return action(path)
  })

const issue = (path: string, status: number) => post(`${path}/emitir`, undefined, status, noEvents)

/** The body of a subscription. */
const subscription = (scene: RecordedScene) =>
  Effect.map(made(scene, "/contactos", { nombre: "Ana" }), (contacto_id) =>
    ({ ...simpleDraft, contacto_id, nombre: "Cuota", periodicidad: "monthly" }))

/** Actions that change nothing. */
const nothingChanges: Readonly<Record<string, Preparation>> = {
  "an empty patch of a contact": of("/contactos", { nombre: "Ana" }, (path) => patch(path, {}, noEvents)),
  "a patch of a contact to what it is": of("/contactos", { nombre: "Ana" }, (path) =>
    patch(path, { nombre: "Ana", tipo: "customer", nif: null }, noEvents)),
  "an empty patch of a product": of("/productos", { nombre: "A" }, (path) => patch(path, {}, noEvents)),
  "a patch of a product to what it is": of("/productos", { nombre: "A", stock: 1, stock_minimo: 5 }, (path) =>
    patch(path, { stock: 1, stock_minimo: 5, unidad: null }, noEvents)),
  "a patch of a deal to what it is": of("/oportunidades", { titulo: "Web" }, (path) =>
    patch(path, { titulo: "Web", etapa: "nueva", importe: null, estado: "open" }, noEvents)),
  "an empty patch of a member": of("/socios", { nombre: "Ana" }, (path) => patch(path, {}, noEvents)),
  "an empty patch of a donation": of("/donativos", { importe: 5 }, (path) => patch(path, {}, noEvents)),
  "a store that is active and is resumed": of("/tiendas", shop, (path) => post(`${path}/reanudar`, undefined, 200, noEvents)),
  "another import of an order": after(
    of("/tiendas", shop, (path) => post(`${path}/pedidos`, order, 201, noEvents)),
    (path) => post(path, order, 200, noEvents),
  ),
  "an empty patch of a draft": of("/facturas", simpleDraft, (path) => patch(path, {}, noEvents)),
  "an empty patch of an invoice": ofIssued(simpleDraft, (path) => patch(path, {}, noEvents)),
  "another receipt of a purchase order": (scene) =>
    Effect.gen(function*() {
      const path = yield* ordered(scene, yield* goods(scene))
      yield* scene.request("PATCH", path, { key: scene.live, body: { estado: "received" } })
      return patch(path, { estado: "received" }, noEvents)
    }),
  "another issue of an invoice": ofIssued(simpleDraft, (path) => issue(path, 200)),
}

/** Actions that change something for which the catalogue has no event. */
const nothingToTell: Readonly<Record<string, Preparation>> = {
  "a patch of an expense": of("/gastos", { base: 1 }, (path) => patch(path, { base: 2, pagado: true }, noEvents)),
  "the deletion of an expense": of("/gastos", { base: 1 }, (path) => remove(path, noEvents)),
  "a patch of a purchase order": (scene) =>
    Effect.map(Effect.flatMap(goods(scene), (id) => ordered(scene, id)), (path) =>
      patch(path, { fecha: "2026-11-01", lineas: [{ descripcion: "Papel" }] }, noEvents)),
  "the cancellation of a purchase order": (scene) =>
    Effect.map(Effect.flatMap(goods(scene), (id) => ordered(scene, id)), (path) =>
      patch(path, { estado: "cancelled" }, noEvents)),
  "the receipt of a service": (scene) =>
    Effect.map(Effect.flatMap(goods(scene, { clase: "service" }), (id) => ordered(scene, id)), (path) =>
      patch(path, { estado: "received" }, noEvents)),
  "the deletion of a purchase order": (scene) =>
    Effect.map(Effect.flatMap(goods(scene), (id) => ordered(scene, id)), (path) => remove(path, noEvents)),
  "a patch of a member": of("/socios", { nombre: "Ana" }, (path) => patch(path, { baja: "2030-01-01", numero: 7 }, noEvents)),
  "the deletion of a member": of("/socios", { nombre: "Ana" }, (path) => remove(path, noEvents)),
  "a patch of a donation": of("/donativos", { importe: 5 }, (path) => patch(path, { importe: 6, anonimo: true }, noEvents)),
  "the deletion of a donation": of("/donativos", { importe: 5 }, (path) => remove(path, noEvents)),
  "the request of an approval": of("/gastos", { base: 1 }, (path) =>
    post(`${path}/solicitar-aprobacion`, undefined, 200, noEvents)),
  "the denial of an approval": after(
    of("/gastos", { base: 1 }, (path) => post(`${path}/solicitar-aprobacion`, undefined, 200, noEvents)),
    (path) => post(path.replace("solicitar-aprobacion", "rechazar"), undefined, 200, noEvents),
  ),
  "another title of a deal": of("/oportunidades", { titulo: "Web" }, (path) => patch(path, { titulo: "Otra", importe: 2 }, noEvents)),
  "a deal that is reopened": after(
    of("/oportunidades", { titulo: "Web" }, (path) => patch(path, { estado: "lost" }, noEvents)),
    (path) => patch(path, { estado: "open" }, noEvents),
  ),
  "the deletion of a deal": of("/oportunidades", { titulo: "Web" }, (path) => remove(path, noEvents)),
  "a store": () => Effect.succeed(post("/tiendas", shop, 201, noEvents)),
  "another name of a store": of("/tiendas", shop, (path) => patch(path, { nombre: "Luna" }, noEvents)),
  "a store that is paused": of("/tiendas", shop, (path) => post(`${path}/pausar`, undefined, 200, noEvents)),
  "the deletion of a store": of("/tiendas", shop, (path) => remove(path, noEvents)),
  "a new subscription": (scene) =>
    Effect.map(subscription(scene), (body) => post("/suscripciones", body, 201, noEvents)),
  "a patch of a subscription": (scene) =>
    Effect.flatMap(subscription(scene), (body) =>
      of("/suscripciones", body, (path) => patch(path, { estado: "paused" }, noEvents))(scene)),
  "the deletion of a subscription": (scene) =>
    Effect.flatMap(subscription(scene), (body) => of("/suscripciones", body, (path) => remove(path, noEvents))(scene)),
  "a patch of a draft": of("/facturas", simpleDraft, (path) => patch(path, { notas: "x" }, noEvents)),
  "a patch of an invoice": ofIssued(simpleDraft, (path) => patch(path, { etiquetas: ["x"] }, noEvents)),
  "the letter of an invoice": ofIssued(simpleDraft, (path) =>
    post(`${path}/enviar`, { para: ["ana@ejemplo.es"] }, 202, noEvents)),
  "the draft of a quote": () => Effect.succeed(post("/facturas", quote, 201, noEvents)),
  "the draft of a proforma": () => Effect.succeed(post("/facturas", proforma, 201, noEvents)),
  "the issue of a quote": of("/facturas", quote, (path) => issue(path, 201)),
  "the issue of a delivery note": of("/facturas", delivery, (path) => issue(path, 201)),
  "the issue of a proforma": of("/facturas", proforma, (path) => issue(path, 201)),
  "a trashed quote": of("/facturas", quote, (path) => remove(path, noEvents)),
  "a trashed delivery note": of("/facturas", delivery, (path) => remove(path, noEvents)),
  "the deletion of a payment that had paid an invoice": (scene) =>
    Effect.gen(function*() {
      const id = yield* issued(scene, simpleDraft)
      return remove(`/cobros/${yield* made(scene, `/facturas/${id}/cobros`, { importe: 24.2 })}`, noEvents)
    }),
  "a webhook": () => Effect.succeed(post("/webhooks", { url }, 201, noEvents)),
  "the test of a webhook": of("/webhooks", { url }, (path) => post(`${path}/probar`, undefined, 202, noEvents)),
}

/** Actions that are refused. */
const refused: Readonly<Record<string, Preparation>> = {
  "a contact without a name": () => Effect.succeed(post("/contactos", {}, 422, noEvents)),
  "a patch of nothing": () => Effect.succeed(patch("/contactos/nada", { notas: "x" }, noEvents, 404)),
  "a patch that is wrong": of("/contactos", { nombre: "Ana" }, (path) =>
    patch(path, { nif: "12345678A" }, noEvents, 422)),
  "the deletion of a contact that an invoice names": (scene) =>
    Effect.gen(function*() {
      const contacto_id = yield* made(scene, "/contactos", { nombre: "Ana" })
      yield* scene.post("/facturas", { ...simpleDraft, contacto_id })
      return remove(`/contactos/${contacto_id}`, noEvents, 409)
    }),
  "another product of the same sku": (scene) =>
    Effect.as(goods(scene, { sku: "T-1" }), post("/productos", { nombre: "Otro", sku: "T-1" }, 409, noEvents)),
  "the deletion of a product that is not there": () => Effect.succeed(remove("/productos/nada", noEvents, 404)),
  "a member whose number is taken": (scene) =>
    Effect.as(made(scene, "/socios", { nombre: "Ana", numero: 5 }), post("/socios", { nombre: "Eva", numero: 5 }, 409, noEvents)),
  "a donation of nobody that there is": () =>
    Effect.succeed(post("/donativos", { importe: 5, socio_id: "nada" }, 422, noEvents)),
  "an expense of nothing": () => Effect.succeed(post("/gastos", {}, 422, noEvents)),
  "a purchase order of nothing": () => Effect.succeed(post("/pedidos-compra", {}, 422, noEvents)),
  "another approval": after(
    of("/gastos", { base: 1 }, (path) => post(`${path}/aprobar`, undefined, 200, noEvents)),
    (path) => post(path, undefined, 409, noEvents),
  ),
  "a stage of a deal that is won": after(
    of("/oportunidades", { titulo: "Web" }, (path) => patch(path, { estado: "won" }, noEvents)),
    (path) => patch(path, { etapa: "visita" }, noEvents, 409),
  ),
  "an order of a store that is paused": after(
    of("/tiendas", shop, (path) => post(`${path}/pausar`, undefined, 200, noEvents)),
    (path) => post(path.replace("pausar", "pedidos"), order, 409, noEvents),
  ),
  "an invoice whose line says nothing": () => Effect.succeed(post("/facturas", { lineas: [{}] }, 422, noEvents)),
  "the issue of an invoice without lines": of("/facturas", {}, (path) => issue(path, 422)),
  "the deletion of an invoice": ofIssued(simpleDraft, (path) => remove(path, noEvents, 409)),
  "a patch of what an invoice says": ofIssued(simpleDraft, (path) => patch(path, { notas: "x" }, noEvents, 409)),
  "the annulment of a draft": of("/facturas", simpleDraft, (path) =>
    post(`${path}/anular`, { motivo: "x" }, 409, noEvents)),
  "the rectification of a draft": of("/facturas", simpleDraft, (path) =>
    post(`${path}/rectificar`, { motivo: "x" }, 409, noEvents)),
  "a payment of a draft": of("/facturas", simpleDraft, (path) =>
    post(`${path}/cobros`, { importe: 1 }, 409, noEvents)),
  "a payment of nothing": ofIssued(simpleDraft, (path) => post(`${path}/cobros`, { importe: 0 }, 422, noEvents)),
  "the answer to a draft": of("/facturas", quote, (path) => post(`${path}/aceptar`, undefined, 409, noEvents)),
  "another answer to a quote": after(
    ofIssued(quote, (path) => post(`${path}/aceptar`, undefined, 200, noEvents)),
    (path) => post(path.replace("aceptar", "rechazar"), undefined, 409, noEvents),
  ),
  "another conversion": after(
    ofIssued(quote, (path) => post(`${path}/convertir`, undefined, 201, noEvents)),
    (path) => post(path, undefined, 409, noEvents),
  ),
  "a write without the scope": (scene) =>
    Effect.map(scene.openKey(scene.organizationId, "live", ["contacts:read"]), (key) =>
      ({ ...post("/contactos", { nombre: "Ana" }, 403, noEvents), key })),
  "a webhook at no public address": () => Effect.succeed(post("/webhooks", { url: `${url}:80` }, 422, noEvents)),
}

/** Every action without events, by what it is. */
export const actionsWithoutEvents: Readonly<Record<string, Preparation>> = { ...nothingChanges, ...nothingToTell, ...refused }
