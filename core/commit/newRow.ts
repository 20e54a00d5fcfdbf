import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Supply } from "./Command.ts"

/** The first fields of every new row that is listed: company, identifier, when it was made, its place in the company's order. */
export const newRow = (organizationId: OrganizationId, supply: Supply) => {
  const place = supply.sequence()
  return { organizationId, id: supply.id(), creado: supply.now, createdSequence: place, modifiedSequence: place }
}
