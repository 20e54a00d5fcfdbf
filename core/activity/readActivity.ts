import type { Effect } from "effect"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { type ListAnswer, type ListRequest, listShown } from "../pagination/listPage.ts"
import type { Storage, StorageUnavailable } from "../ports/Storage.ts"
import { type ActivityResource, activityResource } from "./activityResource.ts"

/** A page of the company's activity log (decisions, section 2, "Activity"). */
export const listActivity = (
  organizationId: OrganizationId,
  request: ListRequest,
): Effect.Effect<ListAnswer<ActivityResource>, StorageUnavailable, Storage> =>
  listShown("activityEntry", organizationId, request, [], activityResource)
