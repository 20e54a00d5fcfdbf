import { Effect } from "effect"
import { createMember } from "../../../core/members/createMember.ts"
import { deleteMember } from "../../../core/members/deleteMember.ts"
import { listMembers, readMember } from "../../../core/members/readMembers.ts"
import { updateMember } from "../../../core/members/updateMember.ts"
import * as contract from "../contract/members.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/socios`. */
export const memberRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.members> => ({
  createMember: keyed(contract.createMember, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createMember(organizationId, body), (member) =>
      created(addressOf(incoming, `/socios/${member.id}`), member))),

  listMembers: lists.route(contract.listMembers, (call, caller, request) =>
    listMembers(caller.organizationId, request, call.query)),

  readMember: keyed(contract.readMember, ({ path }, { organizationId }) =>
    Effect.map(readMember(organizationId, path.id), ok)),

  updateMember: keyed(contract.updateMember, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateMember(organizationId, path.id, body), ok)),

  deleteMember: keyed(contract.deleteMember, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteMember(organizationId, path.id), () => noContent)),
})
