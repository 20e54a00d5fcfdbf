import { OrganizationInput } from "../../../core/organizations/organizationInput.ts"

/** The properties of a company that commands set. */
export const organizationFields = Object.keys(OrganizationInput.fields)

/** Options are the contract's names with hyphens: `--region-fiscal`. */
export const optionOf = (field: string): string => field.replaceAll("_", "-")
