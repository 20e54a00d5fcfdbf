import { Effect, Option } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { type ListAnswer, type ListRequest, listPage } from "../pagination/listPage.ts"
import { Storage, type StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type ContactResource, contactResource } from "./Contact.ts"

/** One contact. */
export const readContact = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<ContactResource, NotFound | StorageUnavailable, Storage> =>
  Effect.gen(function*() {
    const storage = yield* Storage
    const found = Option.getOrUndefined(yield* storage.find("contact", organizationId, id))
    return found === undefined ? yield* Effect.fail(notFound("el contacto")) : contactResource(found)
  })

/** A page of contacts. */
export const listContacts = (
  organizationId: OrganizationId,
  request: ListRequest,
): Effect.Effect<ListAnswer<ContactResource>, StorageUnavailable, Storage> =>
  Effect.map(listPage("contact", organizationId, request, []), (page) => ({
    ...page,
    datos: page.datos.map(contactResource),
  }))
