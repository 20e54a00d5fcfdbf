import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { equalTo, matching } from "../pagination/listFilters.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import { readShown } from "../pagination/readShown.ts"
import type { Condition } from "../ports/listConditions.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type NotFound, notFound } from "../refusals/refusal.ts"
import { type MemberResource, memberResource } from "./Member.ts"
import type { MemberFilters } from "./memberFilters.ts"

/** One member. */
export const readMember = (
  organizationId: OrganizationId,
  id: string,
): Effect.Effect<MemberResource, NotFound | StorageUnavailable, Storage> =>
  readShown("member", organizationId, id, notFound("el socio"), memberResource)

/** A page of members. */
export const listMembers = (
  organizationId: OrganizationId,
  request: ListRequest,
  filters: MemberFilters = {},
): Effect.Effect<ListAnswer<MemberResource>, StorageUnavailable, Storage> =>
  listShown("member", organizationId, request, [
    ...equalTo("periodicidad", filters.periodicidad),
    ...leaving(filters.de_baja),
    ...matching(filters.buscar),
  ], memberResource)

const leaving = (has: boolean | undefined): ReadonlyArray<Condition<never>> =>
  has === undefined ? [] : [{ kind: "leaves", has }]
