import { Brand } from "effect"

/** The id of an organization (company). It comes first in the key of every stored row. */
export type OrganizationId = string & Brand.Brand<"OrganizationId">

/** Declares a text to be the id of an organization; nothing is checked. */
export const organizationId = Brand.nominal<OrganizationId>()
