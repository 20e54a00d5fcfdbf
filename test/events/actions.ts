import { Effect } from "effect"
import type { EventName } from "../../core/events/catalogue.ts"
import { idOf } from "../http/scene.ts"
import type { RecordedScene } from "./recordedScene.ts"

/** A request, with the live key unless another is named, and the events that must follow. */
export interface Action {
  readonly method: "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: unknown
  readonly key?: string
  readonly status: number
  /**
   * The events in order, given the id in the answer, each with its resources. A resource that the API shows the same
   * afterwards is given by its path.
   */
  readonly emits: (id: string) => ReadonlyArray<readonly [EventName, Readonly<Record<string, unknown>>]>
}

/** Prepares a scene, and returns the action to try in it. */
export type Preparation = (scene: RecordedScene) => Effect.Effect<Action>

/** An action that posts. */
export const post = (path: string, body: unknown, status: number, emits: Action["emits"]): Action =>
  ({ method: "POST", path, body, status, emits })

/** An action that patches. */
export const patch = (path: string, body: unknown, emits: Action["emits"], status = 200): Action =>
  ({ method: "PATCH", path, body, status, emits })

/** An action that deletes. */
export const remove = (path: string, emits: Action["emits"], status = 204): Action =>
  ({ method: "DELETE", path, status, emits })

/** For an action without events. */
export const noEvents = (): ReadonlyArray<never> => []

/** Creates something and returns its id. */
export const made = ({ post }: RecordedScene, path: string, body: unknown) => Effect.map(post(path, body), idOf)

/** Issues a document and returns its id. */
export const issued = (scene: RecordedScene, body: object) =>
  Effect.tap(made(scene, "/facturas", body), (id) => scene.post(`/facturas/${id}/emitir`))

/** Issues the rectification of an invoice and returns its id. */
export const rectified = (scene: RecordedScene, id: string, body: object = {}) =>
  Effect.tap(made(scene, `/facturas/${id}/rectificar`, { motivo: "Devolución", ...body }), (rectification) =>
    scene.post(`/facturas/${rectification}/emitir`))

/** Creates a product of goods with ten in stock and a minimum of five. */
export const goods = (scene: RecordedScene, body: object = {}) =>
  made(scene, "/productos", { nombre: "Tornillo", precio: 1, stock: 10, stock_minimo: 5, ...body })

/** Orders one of each product from a supplier and returns the path of the order. */
export const ordered = (scene: RecordedScene, ...products: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const proveedor_id = yield* made(scene, "/contactos", { nombre: "Ana", tipo: "supplier" })
    const lineas = products.map((producto_id) => ({ producto_id }))
    return `/pedidos-compra/${yield* made(scene, "/pedidos-compra", { proveedor_id, lineas })}`
  })

/** The body of a document with so many of each product. */
export const sale = (cantidad: number, ...products: ReadonlyArray<string>) =>
  ({ lineas: products.map((producto_id) => ({ producto_id, cantidad })) })

/** What the API shows at present. */
export const shownAt = ({ get }: RecordedScene, path: string) => Effect.map(get(path), ({ json }) => json)
