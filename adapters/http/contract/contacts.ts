import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Schema } from "effect"
import { ContactInput, ContactPatch, ContactResource } from "../../../core/contacts/Contact.ts"
import { contactFilters } from "../../../core/contacts/contactFilters.ts"
import { listParameters } from "../../../core/pagination/listParameters.ts"
import { described } from "./access.ts"
import { listOf } from "./lists.ts"
import { id } from "./pathParameters.ts"
import { withStatus } from "./withStatus.ts"

export const createContact = HttpApiEndpoint.post("createContact", "/contactos")
  .setPayload(ContactInput)
  .addSuccess(withStatus(201, ContactResource))
  .annotateContext(described("contacts:write", "Crea un contacto"))

export const listContacts = HttpApiEndpoint.get("listContacts", "/contactos")
  .setUrlParams(Schema.Struct({ ...listParameters, ...contactFilters }))
  .addSuccess(listOf("ContactosPagina", ContactResource))
  .annotateContext(described("contacts:read", "Lista los contactos"))

export const readContact = HttpApiEndpoint.get("readContact")`/contactos/${id}`
  .addSuccess(ContactResource)
  .annotateContext(described("contacts:read", "Lee un contacto"))

export const updateContact = HttpApiEndpoint.patch("updateContact")`/contactos/${id}`
  .setPayload(ContactPatch)
  .addSuccess(ContactResource)
  .annotateContext(described("contacts:write", "Cambia un contacto", {
    description: "Cambia las propiedades enviadas; null deja una vacía o en su valor por omisión.",
    bodyExample: { telefono: "+34 910 000 000", dias_pago: 30 },
  }))

export const deleteContact = HttpApiEndpoint.del("deleteContact")`/contactos/${id}`
  .annotateContext(described("contacts:write", "Borra un contacto", {
    description: "Un contacto con facturas o gastos no se borra: 409 `contacto_con_facturas`.",
  }))

/** Customers and suppliers (contract, section 2.2). */
export const contacts = HttpApiGroup.make("contactos")
  .add(createContact)
  .add(listContacts)
  .add(readContact)
  .add(updateContact)
  .add(deleteContact)
  .annotateContext(OpenApi.annotations({
    title: "Contactos",
    description: "Clientes y proveedores. Las facturas los nombran como clientes; los gastos, como proveedores.",
  }))
