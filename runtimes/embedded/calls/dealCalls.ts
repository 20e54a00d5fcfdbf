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
    /** Opens a deal; with `estado` it is won or lost at once. */
    createDeal: write(toWrite(caller, {
      name: "createDeal",
      input: fresh,
      command: (body) => createDeal(organizationId, body),
      shown: DealResource,
    })),
    /** Lists the deals. */
    listDeals: list(toList(caller, "oportunidades", query, (request, filters) =>
      listDeals(organizationId, request, filters))),
    /** Reads a deal. */
    readDeal: read(toRead(caller, id, (given) => readDeal(organizationId, given.id))),
    /**
     * Changes what is given of a deal, and wins, loses or reopens it with `estado`. Refuses another stage or amount of one
     * that stays closed, and won turned to lost or back (`oportunidad_cerrada`).
     */
    updateDeal: write(toWrite(caller, {
      name: "updateDeal",
      input: patch,
      command: ({ body, ids }) => updateDeal(organizationId, ids.id, body),
      shown: DealResource,
    })),
    /** Deletes a deal, whatever its state. */
    deleteDeal: write(toWrite(caller, {
      name: "deleteDeal",
      input: id,
      command: (given) => deleteDeal(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
