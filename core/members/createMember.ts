import { Either } from "effect"
import type { Command } from "../commit/Command.ts"
import { newRow } from "../commit/newRow.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput } from "../refusals/refusal.ts"
import { type Member, type MemberInput, type MemberResource, memberResource } from "./Member.ts"
import { memberContents } from "./memberContents.ts"
import { bookKey, nextNumber, numberKey, numberRefusal, numberRows } from "./memberNumber.ts"

/**
 * Registers a member; emits `member.created` (decisions, section 2). Unless a number is sent, the member gets one more than the
 * greatest that the company has ever given. Refuses a number that another member has, and a `baja` before `alta`.
 */
export const createMember = (organizationId: OrganizationId, input: MemberInput): Command<MemberResource> => {
  const asked = input.numero ?? null
  return {
    organizationId,
    reads: () => [
      organizationKey(organizationId),
      bookKey(organizationId),
      ...(asked === null ? [] : [numberKey(organizationId, asked)]),
    ],
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const issues: Array<FieldIssue> = []
      const contents = memberContents(input, { organization, creado: supply.clock }, issues)
      if (issues.length > 0) return Either.left(invalidInput(issues))
      const numero = asked ?? nextNumber(view, organizationId)
      if (typeof numero !== "number") return Either.left(numero)
      // Nobody can have a number that was never given.
      const refusal = asked === null ? undefined : numberRefusal(view, organizationId, asked)
      if (refusal !== undefined) return Either.left(refusal)

      const row: Member = {
        ...newRow(organizationId, supply),
        numero,
        ...contents,
      }
      const socio = memberResource(row)
      return Either.right({
        result: socio,
        rows: [{ table: "member", row }, ...numberRows(view, row)],
        events: [{ suceso: "member.created", datos: { socio } }],
      })
    },
  }
}
