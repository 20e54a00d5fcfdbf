import { Either } from "effect"
import { civilDateAt } from "../calendar/civilZone.ts"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import { checkSupplier, contactKeys, namedContact } from "../contacts/namedContact.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { givenDay } from "../fields/givenDay.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { productKeys, productsBeside } from "../products/namedProducts.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { zoneOfRegion } from "../tax/regions.ts"
import {
  type PurchaseOrder,
  type PurchaseOrderInput,
  type PurchaseOrderResource,
  purchaseOrderResource,
} from "./PurchaseOrder.ts"
import { purchaseOrderLines } from "./purchaseOrderLines.ts"
import { receivedStock } from "./receivedStock.ts"

/**
 * Creates an order to a supplier, dated today unless a date is sent; emits `purchase_order.created` (decisions, section 2). If
 * it is `received` from the start, its goods raise the stock, as with a patch (`receivedStock`). Refuses a contact that is no
 * supplier, and products that do not exist.
 */
export const createPurchaseOrder = (
  organizationId: OrganizationId,
  input: PurchaseOrderInput,
): Command<PurchaseOrderResource> => ({
  organizationId,
  reads: () => [
    organizationKey(organizationId),
    ...contactKeys(organizationId, input.proveedor_id),
    ...productKeys(organizationId, input.lineas),
  ],
  decide: (view, supply) => {
    const organization = presentOrganization(view, organizationId)
    const zone = zoneOfRegion(organization.region_fiscal)
    const issues: Array<FieldIssue> = []
    checkSupplier(namedContact(view, organizationId, input.proveedor_id), issues)
    const lineas = purchaseOrderLines(input.lineas, organization, productsBeside(view, organizationId, []), issues)
    const fecha = givenDay("fecha", input.fecha, zone, issues) ?? civilDateAt(zone, supply.clock)
    if (issues.length > 0) return Either.left(invalidInput(issues))

    const row: PurchaseOrder = {
      ...newRow(organizationId, supply),
      proveedor_id: input.proveedor_id,
      lineas,
      fecha,
      notas: orNull(input.notas),
      estado: input.estado ?? "ordered",
    }
    const pedido = purchaseOrderResource(row)
    return Either.map(receivedStock("ordered", row, view, supply), (stock) => ({
      result: pedido,
      rows: [{ table: "purchaseOrder", row }, ...stock.rows],
      events: [{ suceso: "purchase_order.created", datos: { pedido } }, ...stock.events],
    }))
  },
})
