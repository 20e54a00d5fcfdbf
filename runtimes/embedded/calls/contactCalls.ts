import { Schema } from "effect"
import { ContactInput, ContactPatch, ContactResource } from "../../../core/contacts/Contact.ts"
import { contactFilters } from "../../../core/contacts/contactFilters.ts"
import { createContact } from "../../../core/contacts/createContact.ts"
import { deleteContact } from "../../../core/contacts/deleteContact.ts"
import { listContacts, readContact } from "../../../core/contacts/readContacts.ts"
import { updateContact } from "../../../core/contacts/updateContact.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput, namedInput, queryInput } from "./Input.ts"
import { toList, toRead } from "./read.ts"
import { toWrite } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(ContactInput)
const patch = namedInput(byId, ContactPatch)
const query = queryInput(Schema.Struct({ ...listParameters, ...contactFilters }))

/** Customers and suppliers (contract, section 2.2). */
export const contactCalls = <K extends Kinds>(
  { list, read, write }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** Creates a contact. */
    createContact: write(toWrite(caller, {
      name: "createContact",
      input: fresh,
      command: (body) => createContact(organizationId, body),
      shown: ContactResource,
    })),
    /** Lists the contacts. `buscar` looks for words in name, NIF, e-mail address and reference. */
    listContacts: list(toList(caller, "contactos", query, (request, filters) =>
      listContacts(organizationId, request, filters))),
    /** Reads a contact. */
    readContact: read(toRead(caller, id, (given) => readContact(organizationId, given.id))),
    /** Changes what is given of a contact; null empties a property, or resets it to its default. */
    updateContact: write(toWrite(caller, {
      name: "updateContact",
      input: patch,
      command: ({ body, ids }) => updateContact(organizationId, ids.id, body),
      shown: ContactResource,
    })),
    /** Deletes a contact. Refuses one that invoices or expenses name (`contacto_con_facturas`). */
    deleteContact: write(toWrite(caller, {
      name: "deleteContact",
      input: id,
      command: (given) => deleteContact(organizationId, given.id),
      shown: Schema.Void,
    })),
  }
}
