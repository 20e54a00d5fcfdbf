import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ContactInput, ContactResource } from "../../../core/contacts/Contact.ts"
import { described } from "./access.ts"
import { answering } from "./answering.ts"
import { listOf, listParameters } from "./lists.ts"
import { id } from "./pathParameters.ts"

export const createContact = HttpApiEndpoint.post("createContact", "/contactos")
  .setPayload(ContactInput)
  .addSuccess(answering(201, ContactResource))
  .annotateContext(described("contacts:write", "Crea un contacto"))

export const listContacts = HttpApiEndpoint.get("listContacts", "/contactos")
  .setUrlParams(Schema.Struct(listParameters))
  .addSuccess(listOf("ContactosPagina", ContactResource))
  .annotateContext(described("contacts:read", "Lista los contactos"))

export const readContact = HttpApiEndpoint.get("readContact")`/contactos/${id}`
  .addSuccess(ContactResource)
  .annotateContext(described("contacts:read", "Lee un contacto"))

/** Customers and suppliers (contract, section 2.2). */
export const contacts = HttpApiGroup.make("contactos")
  .add(createContact)
  .add(listContacts)
  .add(readContact)
  .annotateContext(OpenApi.annotations({ title: "Contactos" }))
