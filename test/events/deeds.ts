import { Effect } from "effect"
import type { EventName } from "../../core/events/catalogue.ts"
import { idOf } from "../http/scene.ts"
import type { TellingScene } from "./tellingScene.ts"

/** One request of the live key, unless another. */
export interface Deed {
  readonly method: "POST" | "PATCH" | "DELETE"
  readonly path: string
  readonly body?: unknown
  readonly key?: string
  readonly status: number
  /**
   * What it tells, in order, given the id in its answer: each event with its resources, by their path when they are
   * as the API shows them afterwards.
   */
  readonly tells: (id: string) => ReadonlyArray<readonly [EventName, Readonly<Record<string, unknown>>]>
}

/** What goes before a deed, and the deed. */
export type Preparation = (scene: TellingScene) => Effect.Effect<Deed>

export const post = (path: string, body: unknown, status: number, tells: Deed["tells"]): Deed =>
  ({ method: "POST", path, body, status, tells })

export const patch = (path: string, body: unknown, tells: Deed["tells"], status = 200): Deed =>
  ({ method: "PATCH", path, body, status, tells })

export const remove = (path: string, tells: Deed["tells"], status = 204): Deed =>
  ({ method: "DELETE", path, status, tells })

/** Nothing is told. */
export const silence = (): ReadonlyArray<never> => []

/** Makes something and answers its id. */
export const made = ({ post }: TellingScene, path: string, body: unknown) => Effect.map(post(path, body), idOf)

/** Issues a document and answers its id. */
export const issued = (scene: TellingScene, body: object) =>
  Effect.tap(made(scene, "/facturas", body), (id) => scene.post(`/facturas/${id}/emitir`))

/** Issues the rectification of an invoice and answers its id. */
export const rectified = (scene: TellingScene, id: string, body: object = {}) =>
  Effect.tap(made(scene, `/facturas/${id}/rectificar`, { motivo: "Devolución", ...body }), (rectification) =>
    scene.post(`/facturas/${rectification}/emitir`))

/** A product of goods: ten in stock, of which five are the minimum. */
export const goods = (scene: TellingScene, body: object = {}) =>
  made(scene, "/productos", { nombre: "Tornillo", precio: 1, stock: 10, stock_minimo: 5, ...body })

/** Orders one of each product of a supplier and answers where the order is. */
export const ordered = (scene: TellingScene, ...products: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const proveedor_id = yield* made(scene, "/contactos", { nombre: "Ana", tipo: "supplier" })
    const lineas = products.map((producto_id) => ({ producto_id }))
    return `/pedidos-compra/${yield* made(scene, "/pedidos-compra", { proveedor_id, lineas })}`
  })

/** A document of so many of each product. */
export const sale = (cantidad: number, ...products: ReadonlyArray<string>) =>
  ({ lineas: products.map((producto_id) => ({ producto_id, cantidad })) })

/** What the API shows now. */
export const shownAt = ({ get }: TellingScene, path: string) => Effect.map(get(path), ({ json }) => json)
