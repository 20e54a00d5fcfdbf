import { Schema } from "effect"
import { type Instant, isoInstant } from "../calendar/instant.ts"
import { addressResource, type PostalAddress } from "../fields/addressFields.ts"
import { nullableText } from "../fields/fieldSchemas.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import type { Decimal6 } from "../money/decimal.ts"
import { decimal6ToNumber } from "../money/decimal.ts"
import { IgicRegime } from "../tax/igicRegime.ts"
import { type Region, regions } from "../tax/regions.ts"
import { cutText } from "../text/cutText.ts"

/** A company that issues invoices (contract, section 2.1). */
export interface Organization extends PostalAddress {
  readonly id: OrganizationId
  /** Equal to `id`, as every row names the company to which it belongs. */
  readonly organizationId: OrganizationId
  readonly nombre: string
  readonly razon_social: string | null
  readonly nif: string | null
  readonly email: string | null
  readonly telefono: string | null
  readonly web: string | null
  readonly forma_juridica: string | null
  readonly sector: string | null
  /** ISO 4217. */
  readonly moneda: string
  readonly region_fiscal: Region
  /** Percent, a whole number of them. */
  readonly tipo_iva_defecto: Decimal6
  readonly regimen_igic: IgicRegime
  readonly recargo_equivalencia: boolean
  readonly sin_animo_lucro: boolean
  readonly plan_contable: AccountingPlan
  /** Whether it has a certificate, and so sends its records to the tax authority. Not shown. */
  readonly sendsRecords: boolean
  readonly creada: Instant
}

/** Chart of accounts: general, or that of non-profit entities. */
export const AccountingPlan = Schema.Literal("pgc", "esfl")
export type AccountingPlan = typeof AccountingPlan.Type

/** The name on invoices and records (RD 1619/2012 art. 6.1.c): the legal name or, if there is none, the trade name. */
export const legalName = (organization: Organization): string => organization.razon_social ?? organization.nombre

/**
 * The greatest length of a name in records and in the messages that carry them (AEAT schema, NombreRazon), in UTF-16 code
 * units, as validators in Java count. A longer one would have the whole message refused. A company's own name may be longer,
 * but it can issue no invoices then.
 */
export const recordNameMax = 120

/** The legal name, cut to what the header of a message to the tax authority can hold. */
export const headerName = (organization: Organization): string => cutText(legalName(organization), recordNameMax)

/** The organization as the contract shows it; every key always present. */
export const OrganizationResource = Schema.Struct({
  id: Schema.String,
  nombre: Schema.String,
  razon_social: nullableText,
  nif: nullableText,
  ...addressResource,
  email: nullableText,
  telefono: nullableText,
  web: nullableText,
  forma_juridica: nullableText,
  sector: nullableText,
  moneda: Schema.String,
  region_fiscal: Schema.Literal(...regions),
  tipo_iva_defecto: Schema.Int,
  regimen_igic: IgicRegime,
  recargo_equivalencia: Schema.Boolean,
  sin_animo_lucro: Schema.Boolean,
  plan_contable: AccountingPlan,
  creada: Schema.String,
}).annotations({ identifier: "Organizacion" })
export type OrganizationResource = typeof OrganizationResource.Type

/** Writes the organization as the contract shows it. */
export const organizationResource = (organization: Organization): OrganizationResource => ({
  id: organization.id,
  nombre: organization.nombre,
  razon_social: organization.razon_social,
  nif: organization.nif,
  direccion: organization.direccion,
  ciudad: organization.ciudad,
  cp: organization.cp,
  provincia: organization.provincia,
  pais: organization.pais,
  email: organization.email,
  telefono: organization.telefono,
  web: organization.web,
  forma_juridica: organization.forma_juridica,
  sector: organization.sector,
  moneda: organization.moneda,
  region_fiscal: organization.region_fiscal,
  tipo_iva_defecto: decimal6ToNumber(organization.tipo_iva_defecto),
  regimen_igic: organization.regimen_igic,
  recargo_equivalencia: organization.recargo_equivalencia,
  sin_animo_lucro: organization.sin_animo_lucro,
  plan_contable: organization.plan_contable,
  creada: isoInstant(organization.creada),
})
