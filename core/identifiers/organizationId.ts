import { Brand } from "effect"

/** Names one organization (company). Every stored row carries it first in its key. */
export type OrganizationId = string & Brand.Brand<"OrganizationId">

/** Names an identifier as an organization's; the form is checked where it enters. */
export const organizationId = Brand.nominal<OrganizationId>()
