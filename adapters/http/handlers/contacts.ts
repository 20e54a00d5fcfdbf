import { Effect } from "effect"
import { createContact } from "../../../core/contacts/createContact.ts"
import { listContacts, readContact } from "../../../core/contacts/readContacts.ts"
import * as contract from "../contract/contacts.ts"
import { carryOut } from "../idempotency.ts"
import { created, ok } from "../Reply.ts"
import { keyed } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

const collection = "contactos"

export const contactRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.contacts> => ({
  createContact: keyed(contract.createContact, ({ body, incoming }, { once, organizationId }) =>
    carryOut(once, createContact(organizationId, body), (contact) =>
      created(addressOf(incoming, `/contactos/${contact.id}`), contact))),

  listContacts: keyed(contract.listContacts, (call, caller) =>
    Effect.gen(function*() {
      const request = yield* lists.request(collection, call, caller)
      const page = yield* listContacts(caller.organizationId, request)
      return ok(lists.resource(collection, call, caller, page))
    })),

  readContact: keyed(contract.readContact, ({ path }, { organizationId }) =>
    Effect.map(readContact(organizationId, path.id), ok)),
})
