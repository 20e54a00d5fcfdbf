import type { View } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type Conflict, conflict } from "../refusals/refusal.ts"
import { maxMemberNumber, type Member } from "./Member.ts"

/** The row that says which member has a number. */
export const numberKey = (organizationId: OrganizationId, numero: number) =>
  key("memberNumber", organizationId, String(numero))

/** The row with the greatest number that the company has ever given. */
export const bookKey = (organizationId: OrganizationId) => key("memberBook", organizationId, organizationId)

const lastNumber = (view: View, organizationId: OrganizationId): number =>
  view.get("memberBook", organizationId, organizationId)?.last ?? 0

/** One more than the greatest number that the company has ever given (`bookKey`). Refuses if there is no greater one. */
export const nextNumber = (view: View, organizationId: OrganizationId): number | Conflict => {
  const next = lastNumber(view, organizationId) + 1
  return next <= maxMemberNumber
    ? next
    : conflict("numeros_de_socio_agotados", "Ya se ha dado el mayor número de socio: hay que indicar uno que esté libre.")
}

/** Why a number (`numberKey`) cannot be taken; undefined if no member has it. */
export const numberRefusal = (view: View, organizationId: OrganizationId, numero: number): Conflict | undefined =>
  view.get("memberNumber", organizationId, String(numero)) === undefined
    ? undefined
    : conflict("numero_de_socio_repetido", `Ya hay un socio con el número ${numero}.`)

/** The rows that give a member its number, and note that in `bookKey` if it is the greatest so far. */
export const numberRows = (view: View, { id, numero, organizationId }: Member) => [
  { table: "memberNumber", row: { organizationId, id: String(numero), socio_id: id } },
  ...(numero > lastNumber(view, organizationId)
    ? [{ table: "memberBook", row: { organizationId, id: organizationId, last: numero } }] as const
    : []),
] as const
