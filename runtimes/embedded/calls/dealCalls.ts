import { Schema } from "effect"
import { createDeal } from "../../../core/deals/createDeal.ts"
import { DealInput, DealPatch, DealResource } from "../../../core/deals/Deal.ts"
import { dealFilters } from "../../../core/deals/dealFilters.ts"
import { deleteDeal } from "../../../core/deals/deleteDeal.ts"
import { listDeals, readDeal } from "../../../core/deals/readDeals.ts"
import { updateDeal } from "../../../core/deals/updateDeal.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(DealInput)
const patch = namedInput(byId, DealPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...dealFilters }))

/** Sales that may come about (decisions, section 2). */
export const dealCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    createDeal: write(toWrite(caller, {
      name: "createDeal",
      input: fresh,
      command: (body) => createDeal(organizationId, body),
      shown: DealResource,
    })),
    listDeals: list(toList(caller, "oportunidades", query, (request, filters) =>
      listDeals(organizationId, request, filters))),
    readDeal: read(toRead(caller, id, (given) => readDeal(organizationId, given.id))),
    /** Wins, loses or reopens a deal too. Of a closed deal neither stage nor amount change. */
    updateDeal: write(toWrite(caller, {
      name: "updateDeal",
      input: patch,
      command: ({ body, ids }) => updateDeal(organizationId, ids.id, body),
      shown: DealResource,
    })),
    deleteDeal: write(toWrite(caller, {
      name: "deleteDeal",
      input: id,
      command: (given) => deleteDeal(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
