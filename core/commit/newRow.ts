import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Supply } from "./Command.ts"

/** What a new row of a list begins with: whose it is, an identifier, when it was made, and its place in its company's order. */
export const newRow = (organizationId: OrganizationId, supply: Supply) => {
  const place = supply.sequence()
  return { organizationId, id: supply.id(), creado: supply.now, createdSequence: place, modifiedSequence: place }
}
