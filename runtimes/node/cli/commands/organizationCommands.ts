import { Effect, Either } from "effect"
import { GroupCommit } from "../../../../core/commit/GroupCommit.ts"
import { inputDecoder } from "../../../../core/fields/inputDecoder.ts"
import { organizationId } from "../../../../core/identifiers/organizationId.ts"
import { openOrganization } from "../../../../core/organizations/openOrganization.ts"
import { type Organization, organizationResource } from "../../../../core/organizations/Organization.ts"
import { updateOrganization } from "../../../../core/organizations/organizationCommands.ts"
import { OrganizationInput, OrganizationPatch } from "../../../../core/organizations/organizationInput.ts"
import { Storage } from "../../../../core/ports/Storage.ts"
import { engine } from "../../engine.ts"
import type { Answer, Run } from "../Command.ts"
import { type Options, required, requiredId } from "../options.ts"
import { optionOf, organizationFields } from "../organizationOptions.ts"

const flags = new Set(["recargo_equivalencia", "sin_animo_lucro"])
const numbers = new Set(["tipo_iva_defecto"])

/** A property as the schema expects it; text that is no such value is left for the schema to refuse. */
const propertyOf = (field: string, value: string): unknown => {
  if (value === "" && field !== "nombre") return null
  if (flags.has(field) && (value === "true" || value === "false")) return value === "true"
  return numbers.has(field) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
}

const propertiesOf = (options: Options): Record<string, unknown> => {
  const given: Record<string, unknown> = {}
  for (const field of organizationFields) {
    const value = options.value(optionOf(field))
    if (value !== undefined) given[field] = propertyOf(field, value)
  }
  return given
}

const decodeInput = inputDecoder(OrganizationInput)
const decodePatch = inputDecoder(OrganizationPatch)

const shown = (organization: Organization): Answer => ({
  text: `${organization.id}  ${organization.nombre}  ${organization.nif ?? "sin NIF"}`,
  json: organizationResource(organization),
})

/** `talonario org create` */
export const createOrganization: Run = (options) =>
  Effect.gen(function*() {
    yield* required(options, "nombre")
    const input = decodeInput(propertiesOf(options))
    if (Either.isLeft(input)) return yield* Effect.fail(input.left)
    return shown(yield* Effect.provide(openOrganization(input.right), engine))
  })

/** `talonario org update` */
export const changeOrganization: Run = (options) =>
  Effect.gen(function*() {
    const id = yield* requiredId(options, "company")
    const patch = decodePatch(propertiesOf(options))
    if (Either.isLeft(patch)) return yield* Effect.fail(patch.left)
    const change = Effect.flatMap(GroupCommit, ({ run }) => run(updateOrganization(organizationId(id), patch.right)))
    return shown(yield* Effect.provide(change, engine))
  })

/** `talonario org list` */
export const listOrganizations: Run = () =>
  Effect.flatMap(Storage, ({ organizations }) => organizations).pipe(
    Effect.map((all): Answer => ({
      text: all.map((one) => shown(one).text).join("\n"),
      json: all.map(organizationResource),
    })),
    Effect.provide(engine),
  )
