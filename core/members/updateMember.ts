import { Either } from "effect"
import { type Command, loaded, unchanged } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import { given, isSameRow } from "../fields/patching.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { organizationKey, presentOrganization } from "../organizations/presentOrganization.ts"
import { type FieldIssue, invalidInput, notFound } from "../refusals/refusal.ts"
import { type Member, type MemberPatch, type MemberResource, memberResource } from "./Member.ts"
import { memberContents } from "./memberContents.ts"
import { bookKey, numberKey, numberRefusal, numberRows } from "./memberNumber.ts"

/**
 * Changes the given properties of a member; null resets one to null or to its default. A patch that changes nothing writes
 * nothing. Refuses a number that another member has, and a `baja` before `alta` (decisions, section 2).
 */
export const updateMember = (
  organizationId: OrganizationId,
  id: string,
  sent: MemberPatch,
): Command<MemberResource> => {
  const patch = given(sent)
  const asked = patch.numero
  return {
    organizationId,
    reads: (view) => {
      const own = [organizationKey(organizationId), key("member", organizationId, id)]
      if (asked === undefined) return own
      const present = loaded(view, "member", organizationId, id)
      const numbers = present === undefined ? [asked] : [asked, present.numero]
      return [...own, bookKey(organizationId), ...numbers.map((numero) => numberKey(organizationId, numero))]
    },
    decide: (view, supply) => {
      const organization = presentOrganization(view, organizationId)
      const present = view.get("member", organizationId, id)
      if (present === undefined) return Either.left(notFound("el socio"))
      const issues: Array<FieldIssue> = []
      const contents = memberContents(
        { ...present, ...patch },
        { organization, creado: present.creado, sent: patch },
        issues,
      )
      if (issues.length > 0) return Either.left(invalidInput(issues))
      const changed: Member = { ...present, ...contents, numero: asked ?? present.numero }
      if (isSameRow(present, changed)) return Either.right(unchanged(memberResource(present)))

      const otherNumber = changed.numero !== present.numero
      const refusal = otherNumber ? numberRefusal(view, organizationId, changed.numero) : undefined
      if (refusal !== undefined) return Either.left(refusal)
      const row = { ...changed, modifiedSequence: supply.sequence() }
      return Either.right({
        result: memberResource(row),
        rows: [{ table: "member", row }, ...(otherNumber ? numberRows(view, row) : [])],
        removed: otherNumber ? [numberKey(organizationId, present.numero)] : [],
        events: [],
      })
    },
  }
}
