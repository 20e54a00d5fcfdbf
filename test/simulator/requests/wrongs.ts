import type { Ask } from "./Ask.ts"
import { type Act, read, type Scene, write, wrong } from "./Scene.ts"

/** A request that is refused whatever the books say; each for another reason. */
export const refused: Act = (scene) => {
  const { chance, known, others } = scene
  const some = known.documents.pick(chance)?.id ?? "x"
  const theirs = others.documents.pick(chance)?.id ?? others.contacts.pick(chance)?.id ?? "0".repeat(32)
  const body = { lineas: [{ descripcion: "x", precio: 1 }] }
  const as = (kind: Ask["as"], ask: Ask): Ask => ({ ...ask, as: kind })
  return chance.pick<() => Ask>(
    () => invalid(write(scene, "POST", "/contactos", { nombre: "A", color: "rojo" }), "color"),
    () => invalid(write(scene, "POST", "/contactos", {}), "nombre"),
    () => invalid(write(scene, "POST", "/contactos", { nombre: "A", nif: "12345678A" }), "nif"),
    () => invalid(write(scene, "POST", "/productos", { nombre: "A", precio: -1 }), "precio"),
    () => invalid(write(scene, "POST", "/facturas", { lineas: [{ descripcion: "x" }] }), "lineas[0].precio"),
    () => invalid(write(scene, "POST", "/facturas", { ...body, numero: 0 }), "numero"),
    () => invalid(write(scene, "POST", "/facturas", "{"), "(cuerpo)"),
    () => invalid(write(scene, "POST", `/facturas/${some}/cobros`, { importe: 0 }), "importe"),
    () => invalid(write(scene, "POST", `/facturas/${some}/anular`, {}), "motivo"),
    () => invalid(write(scene, "POST", "/webhooks", { url: "https://127.0.0.1/x" }), "url"),
    () => invalid(write(scene, "POST", "/oportunidades", { titulo: "A", estado: null }), "estado"),
    () => invalid(write(scene, "POST", "/pedidos-compra", { proveedor_id: some, lineas: [] }), "lineas"),
    () => invalid(write(scene, "POST", "/socios", { nombre: "A", numero: 0 }), "numero"),
    () => invalid(write(scene, "POST", "/donativos", { importe: 0 }), "importe"),
    () => invalid(write(scene, "POST", "/tiendas", { nombre: "A", estado: "paused" }), "plataforma"),
    () => {
      const daily = { nombre: "A", contacto_id: some, ...body, periodicidad: "daily" }
      return invalid(write(scene, "POST", "/suscripciones", daily), "periodicidad")
    },
    () => invalid({ ...write(scene, "POST", "/contactos", { nombre: "A" }), once: "ñ" }, "Idempotency-Key"),
    () => invalid(read(scene, "/facturas?limite=0"), "limite"),
    () => invalid(read(scene, "/facturas?color=rojo"), "color"),
    () => invalid(read(scene, "/facturas?desde=AAAA"), "desde"),
    () => wrong(read(scene, "/recibos"), { status: 404 }),
    () => wrong(write(scene, "PATCH", "/facturas", {}), { status: 404 }),
    () => wrong(as("none", read(scene, "/facturas")), { status: 401 }),
    () => wrong(as("revoked", write(scene, "POST", "/facturas", body)), { status: 401 }),
    () => wrong(as("narrow", write(scene, "POST", "/facturas", body)), { status: 403 }),
    () => wrong(as("narrow", read(scene, "/facturas")), { status: 403 }),
    () => as("narrow", read(scene, "/contactos?limite=200")),
    () => wrong(read(scene, `/facturas/${theirs}`), { status: 404 }),
    () => wrong(write(scene, "POST", `/facturas/${theirs}/emitir`), { status: 404 }),
    () => wrong(write(scene, "DELETE", `/contactos/${theirs}`), { status: 404 }),
    () => write(scene, "POST", "/facturas", { ...body, contacto_id: theirs }),
    () => wrong(write(scene, "DELETE", `/socios/${theirs}`), { status: 404 }),
    () => write(scene, "POST", "/oportunidades", { titulo: "A", contacto_id: theirs }),
  )()
}

const invalid = (ask: Ask, campo: string): Ask => wrong({ ...ask, once: ask.once }, { status: 422, campo })

/** An earlier request once more, or another request under its Idempotency-Key. */
export const again: Act = ({ chance, known: { sent } }: Scene) => {
  const before = chance.among(chance.odds(70) ? sent.slice(-8) : sent)
  if (before === undefined) return undefined
  const isOther = chance.odds(25) && before.wrong === null
  return isOther ? { ...before, method: "POST", path: "/contactos", body: { nombre: "Otra" } } : before
}
