import { Schema } from "effect"
import { createMember } from "../../../core/members/createMember.ts"
import { deleteMember } from "../../../core/members/deleteMember.ts"
import { MemberInput, MemberPatch, MemberResource } from "../../../core/members/Member.ts"
import { memberFilters } from "../../../core/members/memberFilters.ts"
import { listMembers, readMember } from "../../../core/members/readMembers.ts"
import { updateMember } from "../../../core/members/updateMember.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(MemberInput)
const patch = namedInput(byId, MemberPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...memberFilters }))

/** Members of an association (decisions, section 2). */
export const memberCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /**
     * Registers a member, with the next number unless `numero` is given. Refuses another member's number
     * (`numero_de_socio_repetido`).
     */
    createMember: write(toWrite(caller, {
      name: "createMember",
      input: fresh,
      command: (body) => createMember(organizationId, body),
      shown: MemberResource,
    })),
    /** Lists the members. `buscar` looks for words in name, NIF, e-mail address and number. */
    listMembers: list(toList(caller, "socios", query, (request, filters) =>
      listMembers(organizationId, request, filters))),
    /** Reads a member. */
    readMember: read(toRead(caller, id, (given) => readMember(organizationId, given.id))),
    /**
     * Changes what is given of a member; null empties a property, or resets it to its default. Refuses another member's
     * number (`numero_de_socio_repetido`).
     */
    updateMember: write(toWrite(caller, {
      name: "updateMember",
      input: patch,
      command: ({ body, ids }) => updateMember(organizationId, ids.id, body),
      shown: MemberResource,
    })),
    /** Deletes a member, whose number is not given out again unless somebody asks for it. */
    deleteMember: write(toWrite(caller, {
      name: "deleteMember",
      input: id,
      command: (given) => deleteMember(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
