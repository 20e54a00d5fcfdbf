import { Either } from "effect"
import { type Command, loaded } from "../commit/Command.ts"
import { key } from "../commit/tables.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { notFound } from "../refusals/refusal.ts"
import { numberKey } from "./memberNumber.ts"

/**
 * Deletes a member. Another member may ask for the number, but nobody gets it without asking. Donations go on naming the
 * deleted member (decisions, section 2).
 */
export const deleteMember = (organizationId: OrganizationId, id: string): Command<void> => {
  const own = key("member", organizationId, id)
  return {
    organizationId,
    reads: (view) => {
      const present = loaded(view, "member", organizationId, id)
      return present === undefined ? [own] : [own, numberKey(organizationId, present.numero)]
    },
    decide: (view) => {
      const member = view.get("member", organizationId, id)
      if (member === undefined) return Either.left(notFound("el socio"))
      const removed = [own, numberKey(organizationId, member.numero)]
      return Either.right({ result: undefined, rows: [], removed, events: [] })
    },
  }
}
