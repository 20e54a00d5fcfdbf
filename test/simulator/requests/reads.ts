import type { Kind } from "./Known.ts"
import { type Act, dayNear, read, type Scene } from "./Scene.ts"

const paths: Readonly<Record<Exclude<Kind, "deliveries">, string>> = {
  contacts: "/contactos",
  products: "/productos",
  expenses: "/gastos",
  documents: "/facturas",
  payments: "/cobros",
  webhooks: "/webhooks",
  deals: "/oportunidades",
  purchases: "/pedidos-compra",
  members: "/socios",
  donations: "/donativos",
  stores: "/tiendas",
  subscriptions: "/suscripciones",
}

const someKind = ({ chance }: Scene) =>
  chance.pick(
    "documents", "documents", "documents", "contacts", "products", "expenses", "payments", "webhooks", "deals",
    "purchases", "members", "donations", "stores", "subscriptions",
  )

/** One resource; now and then a deleted one, or one of another company. */
export const readOne: Act = (scene) => {
  const { chance, known, others } = scene
  const kind = someKind(scene)
  const id = chance.pick(
    known[kind].pick(chance)?.id,
    known[kind].pick(chance)?.id,
    known[kind].pick(chance)?.id,
    chance.among(known[kind].gone),
    others[kind].pick(chance)?.id,
  )
  return id && read(scene, `${paths[kind]}/${id}`)
}

/** Filters of the lists. */
const filters = (scene: Scene): Readonly<Record<Exclude<Kind, "deliveries">, ReadonlyArray<string>>> => {
  const { chance, known, others } = scene
  const customer = known.contacts.pick(chance)?.id ?? "nadie"
  const document = known.documents.pick(chance)?.id ?? others.documents.pick(chance)?.id ?? "ninguna"
  return {
    contacts: ["tipo=supplier", "tipo=customer", "etiqueta=vip", "referencia=R1", "buscar=clien", "nif=12345678Z"],
    products: ["clase=service", "etiqueta=web", "bajo_minimo=true", "sku=SKU-1", "buscar=tornillo+1"],
    expenses: ["pagado=true", "estado_aprobacion=approved", "categoria=luz", `fecha_desde=${dayNear(scene, -10)}`],
    documents: [
      "estado=draft", "estado=sent", "estado=paid", "estado=overdue", "estado=cancelled", "tipo_documento=invoice",
      "tipo_documento=quote", "tipo=rectificative", "serie=A", "serie=S", "numero=1", "referencia=A-2", "etiqueta=vip",
      `contacto_id=${customer}`, "total_min=100", "total_max=12.5", `emision_desde=${dayNear(scene, 0)}`,
      `vencimiento_hasta=${dayNear(scene, 0)}`, "buscar=a-", "estado=sent&serie=A", "tipo_documento=invoice&estado=paid",
    ],
    payments: [`factura_id=${document}`, "forma_pago=card", `fecha_hasta=${dayNear(scene, -1)}`],
    webhooks: [],
    deals: [
      "estado=open", "estado=won", "estado=lost", "etapa=nueva", "etapa=propuesta&estado=open", `contacto_id=${customer}`,
    ],
    purchases: [
      "estado=ordered", "estado=received", "estado=cancelled", `proveedor_id=${customer}`, `fecha_desde=${dayNear(scene, -5)}`,
      `fecha_hasta=${dayNear(scene, -5)}&estado=received`,
    ],
    members: ["periodicidad=monthly", "periodicidad=yearly&de_baja=false", "de_baja=true", "de_baja=false", "buscar=socia+1"],
    donations: [
      `contacto_id=${customer}`, `socio_id=${known.members.pick(chance)?.id ?? "nadie"}`, "forma_pago=cash",
      `fecha_desde=${dayNear(scene, -9)}`, `forma_pago=card&fecha_hasta=${dayNear(scene, -3)}`,
    ],
    stores: ["estado=active", "estado=paused"],
    subscriptions: ["estado=active", "estado=paused", "estado=cancelled", `contacto_id=${customer}`],
  }
}

const orders = ["reciente", "antiguo", "modificado"] as const

/** One page of a list, or a walk through all of them. */
const listed = (scene: Scene, walk: boolean) => {
  const { chance } = scene
  const kind = someKind(scene)
  const filter = chance.maybe(50, () => chance.among(filters(scene)[kind]))
  const limite = walk ? chance.between(1, 7) : chance.pick(1, 3, 50, 200, 500)
  const orden = walk && chance.odds(70) ? "antiguo" : chance.among(orders)
  const query = [`limite=${limite}`, `orden=${orden}`, ...(filter === undefined ? [] : [filter])]
  return read(scene, `${paths[kind]}?${query.join("&")}`, walk)
}

export const list: Act = (scene) => listed(scene, false)

export const walk: Act = (scene) => listed(scene, true)

/** Lists that belong to a document or a webhook, and logs. */
export const readMore: Act = (scene) => {
  const { chance, known } = scene
  const document = known.documents.pick(chance)?.id
  const webhook = known.webhooks.pick(chance)?.id
  const path = chance.pick(
    "/registro?orden=antiguo&limite=5",
    "/actividad",
    "/organizacion",
    document && `/facturas/${document}/registro`,
    document && `/facturas/${document}/cobros?orden=antiguo`,
    document && `/facturas/${document}/rectificaciones`,
    webhook && `/webhooks/${webhook}/envios?orden=antiguo&limite=200`,
    webhook && `/webhooks/${webhook}/envios`,
  )
  return path && read(scene, path, chance.odds(30) && !path.startsWith("/organizacion"))
}
