import { Effect } from "effect"
import { GroupCommit } from "../commit/GroupCommit.ts"
import type { OrganizationId } from "../identifiers/organizationId.ts"
import { Entropy } from "../ports/Entropy.ts"
import type { AccessKey } from "./AccessKey.ts"
import { createAccessKey, type NewAccessKey } from "./accessKeyCommands.ts"
import { keyText } from "./keyText.ts"

/**
 * Makes a key for a company. Its text, `clave`, is in this answer and never again (contract, section 5 rule 3). Refuses a
 * company that does not exist.
 */
export const issueAccessKey = (organizationId: OrganizationId, input: Omit<NewAccessKey, "clave">) =>
  Effect.gen(function*() {
    const { bytes } = yield* Entropy
    const { run } = yield* GroupCommit
    const clave = keyText(input.modo, bytes(32))
    const accessKey: AccessKey = yield* run(createAccessKey(organizationId, { ...input, clave }))
    return { accessKey, clave }
  })
