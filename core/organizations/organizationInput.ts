import { Schema } from "effect"
import { addressInput } from "../fields/addressFields.ts"
import { currency, email, name, nameOrEmpty, optional, text, wholeNumber } from "../fields/fieldSchemas.ts"
import { nif } from "../fields/identifierFields.ts"
import { IgicRegime } from "../tax/igicRegime.ts"
import { regions } from "../tax/regions.ts"
import { AccountingPlan } from "./Organization.ts"

/** The properties of a new organization, as the account owner gives them (decisions, section 3). */
export const OrganizationInput = Schema.Struct({
  nombre: name,
  razon_social: optional(nameOrEmpty),
  nif: optional(nif),
  ...addressInput,
  email: optional(email),
  telefono: optional(text({ max: 40 })),
  web: optional(text({ max: 200 })),
  forma_juridica: optional(text({ max: 80 })),
  sector: optional(text({ max: 120 })),
  moneda: optional(currency),
  region_fiscal: optional(Schema.Literal(...regions)),
  tipo_iva_defecto: optional(wholeNumber(0, 100)),
  regimen_igic: optional(IgicRegime),
  recargo_equivalencia: optional(Schema.Boolean),
  sin_animo_lucro: optional(Schema.Boolean),
  plan_contable: optional(AccountingPlan),
})
export type OrganizationInput = typeof OrganizationInput.Type

/** The properties to change: any of them. */
export const OrganizationPatch = Schema.partialWith(OrganizationInput, { exact: true })
export type OrganizationPatch = typeof OrganizationPatch.Type
