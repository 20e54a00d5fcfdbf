import { Clock, Effect } from "effect"
import { instant } from "../calendar/instant.ts"
import { GroupCommit } from "../commit/GroupCommit.ts"
import { organizationId } from "../identifiers/organizationId.ts"
import { makeUuid7 } from "../identifiers/uuid7.ts"
import { Entropy } from "../ports/Entropy.ts"
import { createOrganization } from "./organizationCommands.ts"
import type { OrganizationInput } from "./organizationInput.ts"

/** Creates a company under a new id. */
export const openOrganization = (input: OrganizationInput) =>
  Effect.gen(function*() {
    const { bytes } = yield* Entropy
    const { run } = yield* GroupCommit
    const id = makeUuid7(bytes)(instant(yield* Clock.currentTimeMillis))
    return yield* run(createOrganization(organizationId(id), input))
  })
