import { Effect, ParseResult, Schema } from "effect"
import type { OrganizationId } from "../../../core/organizations/Organization.ts"
import { readOrganization } from "../../../core/organizations/readOrganization.ts"
import { conflict } from "../../../core/refusals/refusal.ts"
import { askingFor } from "../../../core/submission/asking.ts"
import { compareRegistry } from "../../../core/submission/compareRegistry.ts"
import { comparisonResource, parseMonth } from "../../../core/submission/comparisonResource.ts"
import { bodyInput } from "./Input.ts"

const Month = Schema.Struct({ ejercicio: Schema.Number, periodo: Schema.Number })

const month = Schema.transformOrFail(Schema.String, Month, {
  strict: true,
  decode: (text, _, ast) => {
    const parsed = parseMonth(text)
    return parsed === undefined
      ? ParseResult.fail(new ParseResult.Type(ast, text, "debe ser un mes AAAA-MM"))
      : ParseResult.succeed(parsed)
  },
  encode: ({ ejercicio, periodo }) => ParseResult.succeed(`${ejercicio}-${String(periodo).padStart(2, "0")}`),
})

/** The first month to ask for. */
export const since = bodyInput(Schema.Struct({ desde: Schema.optional(month) }))

/** Everything is read, however much it is. */
const unbounded = { pages: Number.POSITIVE_INFINITY, records: Number.POSITIVE_INFINITY }

/** What the tax authority has of a company, held against its registry here. Refuses one without NIF. */
export const comparedRegistry = (
  organizationId: OrganizationId,
  { desde }: { readonly desde?: typeof Month.Type | undefined },
) =>
  Effect.gen(function*() {
    const { nif } = yield* readOrganization(organizationId)
    if (nif === null) return yield* Effect.fail(conflict("organizacion_sin_nif", "La organización no tiene NIF."))
    const comparison = yield* compareRegistry(organizationId, yield* askingFor(organizationId), unbounded, desde)
    if (comparison === undefined) return yield* Effect.dieMessage("more than everything")
    return yield* comparisonResource(organizationId, comparison)
  })
