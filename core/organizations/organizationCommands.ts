import { Either } from "effect"
import type { Command, Decision, Supply } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { orNull } from "../fields/fieldSchemas.ts"
import { normalisedOrNull } from "../fields/identifierFields.ts"
import { given } from "../fields/patching.ts"
import { normaliseNif } from "../identifiers/nif.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Decimal6, decimal6 } from "../money/decimal.ts"
import { conflict, invalidInput, type Refusal } from "../refusals/refusal.ts"
import { ordinaryRate } from "../tax/rates.ts"
import { civilDateIn } from "../tax/regions.ts"
import { defaultRateIn, defaultRateIssue } from "./defaultRate.ts"
import type { Organization } from "./Organization.ts"
import type { OrganizationInput, OrganizationPatch } from "./organizationInput.ts"
import { foundOrganization, organizationKey } from "./presentOrganization.ts"

/** Creates a company under this id, which must be new. Refuses a default rate that it could not charge. */
export const createOrganization = (id: OrganizationId, input: OrganizationInput): Command<Organization> => ({
  organizationId: id,
  reads: () => [],
  decide: (_, supply) => writtenIfRateFits(organizationOf(id, input, { creada: supply.now, sendsRecords: false }), supply),
})

/**
 * Changes the given properties of a company; null resets one to null or to its default. A move to another region, or to
 * another regime of IGIC with another ordinary rate, brings that one's default rate unless a rate is sent. Issued invoices keep
 * what they show. Refuses a default rate that the company could not charge, and another NIF once there are registry records,
 * since a chain belongs to one taxpayer.
 */
export const updateOrganization = (id: OrganizationId, patch: OrganizationPatch): Command<Organization> => ({
  organizationId: id,
  reads: () => [organizationKey(id), key("chainHead", id, id)],
  decide: (view, supply) => Either.flatMap(foundOrganization(view, id), (present) => {
    const changed = organizationOf(id, { ...present, tipo_iva_defecto: undefined, ...given(patch) }, present)
    if (changed.nif !== present.nif && view.get("chainHead", id, id) !== undefined) {
      return Either.left(conflict("nif_con_registros", "El NIF no se puede cambiar: ya hay registros de facturación con él."))
    }
    const tipo_iva_defecto = defaultRateIn(changed, present)
    if (patch.tipo_iva_defecto === undefined) return Either.right(written({ ...changed, tipo_iva_defecto }))
    // A rate that the company has already may be sent back unchanged, even if it is no longer in force.
    const isKept = changed.tipo_iva_defecto === tipo_iva_defecto
    return isKept ? Either.right(written(changed)) : writtenIfRateFits(changed, supply)
  }),
})

/** Writes the company, whose default rate was chosen and must be one that it could charge. */
const writtenIfRateFits = (row: Organization, { clock }: Supply): Either.Either<Decision<Organization>, Refusal> => {
  const issue = defaultRateIssue(row, civilDateIn(row.region_fiscal, clock))
  return issue === undefined ? Either.right(written(row)) : Either.left(invalidInput([issue]))
}

const written = (row: Organization): Decision<Organization> =>
  ({ result: row, rows: [{ table: "organization", row }], events: [] })

const organizationOf = (
  id: OrganizationId,
  input: OrganizationInput,
  { creada, sendsRecords }: Pick<Organization, "creada" | "sendsRecords">,
): Organization => {
  const region_fiscal = input.region_fiscal ?? "peninsula"
  const regimen_igic = input.regimen_igic ?? "general"
  return {
    id,
    organizationId: id,
    nombre: input.nombre,
    razon_social: orNull(input.razon_social),
    nif: normalisedOrNull(input.nif, normaliseNif),
    direccion: orNull(input.direccion),
    ciudad: orNull(input.ciudad),
    cp: orNull(input.cp),
    provincia: orNull(input.provincia),
    pais: orNull(input.pais),
    email: orNull(input.email),
    telefono: orNull(input.telefono),
    web: orNull(input.web),
    forma_juridica: orNull(input.forma_juridica),
    sector: orNull(input.sector),
    moneda: input.moneda ?? "EUR",
    region_fiscal,
    tipo_iva_defecto: percent(input.tipo_iva_defecto) ?? ordinaryRate({ region_fiscal, regimen_igic }),
    regimen_igic,
    recargo_equivalencia: input.recargo_equivalencia ?? false,
    sin_animo_lucro: input.sin_animo_lucro ?? false,
    plan_contable: input.plan_contable ?? "pgc",
    sendsRecords,
    creada,
  }
}

const percent = (whole: number | null | undefined): Decimal6 | undefined =>
  whole === null || whole === undefined ? undefined : decimal6(whole * 1_000_000)
