import { Either } from "effect"
import { civilDateAt } from "../calendar/civilZone.ts"
import { type Command, loaded, unchanged, type View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { checkSupplier, contactKeys, namedContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import { given, isSameRow, kept } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Organization } from "../organizations/Organization.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { productKeys, productsBeside } from "../products/namedProducts.ts"
import { type FieldIssue, invalidInput, notFound, type Refusal } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import {
  type PurchaseOrder,
  type PurchaseOrderPatch,
  type PurchaseOrderResource,
  purchaseOrderResource,
} from "./PurchaseOrder.ts"
import { purchaseOrderLines } from "./purchaseOrderLines.ts"
import { patchRefusal } from "./purchaseOrderState.ts"
import { receivedStock } from "./receivedStock.ts"

/**
 * Changes the given properties of an order; null resets one to null or to its default. A patch that changes nothing writes
 * nothing. If the order becomes `received`, its goods raise the stock in the same commit, and each product emits the events of
 * that. Refuses to change anything but `notas` of an order that is received or cancelled (decisions, section 2).
 */
export const updatePurchaseOrder = (
  organizationId: OrganizationId,
  id: string,
  sent: PurchaseOrderPatch,
): Command<PurchaseOrderResource> => {
  const patch = given(sent)
  return {
    organizationId,
    reads: (view) => [
      organizationKey(organizationId),
      key("purchaseOrder", organizationId, id),
      ...contactKeys(organizationId, patch.proveedor_id ?? null),
      ...productKeys(organizationId, patch.lineas ?? receivedLines(view, organizationId, id, patch)),
    ],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const present = view.get("purchaseOrder", organizationId, id)
      if (present === undefined) return Either.left(notFound("el pedido"))
      const refusal = patchRefusal(present.estado, patch)
      if (refusal !== undefined) return Either.left(refusal)

      return Either.gen(function*() {
        const changed = yield* patched(present, patch, organization, view)
        if (isSameRow(present, changed)) return unchanged(purchaseOrderResource(present))
        const row = { ...changed, modifiedSequence: supply.sequence() }
        const stock = yield* receivedStock(present.estado, row, view, supply)
        return {
          result: purchaseOrderResource(row),
          rows: [{ table: "purchaseOrder" as const, row }, ...stock.rows],
          events: stock.events,
        }
      })
    },
  }
}

/** The lines of the order, if the patch makes it `received`; none before the order is loaded. */
const receivedLines = (view: View, organizationId: OrganizationId, id: string, { estado }: PurchaseOrderPatch) =>
  (estado === "received" ? loaded(view, "purchaseOrder", organizationId, id)?.lineas : undefined) ?? []

const patched = (
  present: PurchaseOrder,
  patch: PurchaseOrderPatch,
  organization: Organization,
  view: View,
): Either.Either<PurchaseOrder, Refusal> => {
  const { organizationId } = present
  const issues: Array<FieldIssue> = []
  const { estado = present.estado, lineas, proveedor_id = present.proveedor_id } = patch
  const { fecha, notas } = { ...present, ...patch }
  if (proveedor_id !== present.proveedor_id) checkSupplier(namedContact(view, organizationId, proveedor_id), issues)
  const products = productsBeside(view, organizationId, present.lineas)
  const made = lineas === undefined ? present.lineas : purchaseOrderLines(lineas, organization, products, issues)
  const zone = zoneOfRegion(organization.region_fiscal)
  const day = givenDay("fecha", fecha, zone, issues) ?? civilDateAt(zone, present.creado)
  if (issues.length > 0) return Either.left(invalidInput(issues))
  return Either.right({
    ...present,
    proveedor_id,
    lineas: kept(made, present.lineas),
    fecha: day,
    notas: orNull(notas),
    estado,
  })
}
