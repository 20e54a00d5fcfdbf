import type { Effect } from "effect"
import { normaliseNif } from "../identifiers/nif.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo, labelled, matching } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type ContactResource, contactResource } from "./Contact.ts"
import type { ContactFilters } from "./contactFilters.ts"

/** The contact with this id. Refuses an id that does not exist in the company. */
export const readContact = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<ContactResource, NotFound | StorageUnavailable, Storage> =>
  readShown("contact", organizationId, id, notFound("el contacto"), contactResource)

/** A page of the company's contacts that pass the filters. */
export const listContacts = (
  organizationId: OrganizationId,
  request: ListRequest,
  { buscar, email, etiqueta, nif, referencia, tipo }: ContactFilters = {},
): Effect.Effect<ListAnswer<ContactResource>, StorageUnavailable, Storage> => {
  const conditions = [
    ...matching(buscar),
    ...equalTo("tipo", tipo),
    ...equalTo("nif", nif === undefined ? undefined : normaliseNif(nif)),
    ...equalTo("email", email),
    ...equalTo("referencia", referencia),
    ...labelled(etiqueta),
  ]
  return listShown("contact", organizationId, request, conditions, contactResource)
}
