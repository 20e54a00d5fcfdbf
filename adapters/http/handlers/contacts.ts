import { Effect } from "effect"
import { createContact } from "../../../core/contacts/createContact.ts"
import { deleteContact } from "../../../core/contacts/deleteContact.ts"
import { listContacts, readContact } from "../../../core/contacts/readContacts.ts"
import { updateContact } from "../../../core/contacts/updateContact.ts"
import * as contract from "../contract/contacts.ts"
import { created, noContent, ok } from "../replies/Reply.ts"
import { carryOut } from "../routing/carryOut.ts"
import { keyed } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** `/contactos`. */
export const contactRoutes = ({ addressOf, lists }: HandlerTools): RoutesOf<typeof contract.contacts> => ({
  createContact: keyed(contract.createContact, ({ body, incoming }, { organizationId, safeguards }) =>
    carryOut(safeguards, createContact(organizationId, body), (contact) =>
      created(addressOf(incoming, `/contactos/${contact.id}`), contact))),

  listContacts: lists.route(contract.listContacts, (call, caller, request) =>
    listContacts(caller.organizationId, request, call.query)),

  readContact: keyed(contract.readContact, ({ path }, { organizationId }) =>
    Effect.map(readContact(organizationId, path.id), ok)),

  updateContact: keyed(contract.updateContact, ({ body, path }, { organizationId, safeguards }) =>
    carryOut(safeguards, updateContact(organizationId, path.id, body), ok)),

  deleteContact: keyed(contract.deleteContact, ({ path }, { organizationId, safeguards }) =>
    carryOut(safeguards, deleteContact(organizationId, path.id), () => noContent)),
})
