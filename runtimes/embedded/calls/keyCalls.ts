import { Effect, Schema } from "effect"
import { AccessKeyName } from "../../../core/access/AccessKey.ts"
import { revokeAccessKey } from "../../../core/access/accessKeyCommands.ts"
import { accessKeyResource } from "../../../core/access/accessKeyResource.ts"
import { issueAccessKey } from "../../../core/access/issueAccessKey.ts"
import { KeyMode } from "../../../core/access/keyText.ts"
import { Scope, scopes as everyScope } from "../../../core/access/scopes.ts"
import { mapResult } from "../../../core/commit/Command.ts"
import { Storage } from "../../../core/ports/Storage.ts"
import type { Face, Kinds } from "../faces/Face.ts"
import type { Caller } from "./Caller.ts"
import { bodyInput, byId, idsInput } from "./Input.ts"
import { toRead, toReadOnly } from "./read.ts"
import { runCommand } from "./write.ts"

const id = idsInput(byId)
const fresh = bodyInput(Schema.Struct({
  modo: KeyMode,
  scopes: Schema.Union(Schema.Literal("all"), Schema.NonEmptyArray(Scope)),
  nombre: AccessKeyName,
}))

/** The company's access keys to the HTTP interface (decisions, section 3). */
export const keyCalls = <K extends Kinds>(
  { read }: Face<K>,
  caller: Caller,
) => {
  const { organizationId } = caller
  return {
    /** Makes an access key to the HTTP interface. Its text `clave` is shown here and never again. */
    createKey: read(toRead(caller, fresh, ({ modo, nombre = null, scopes }) =>
      Effect.map(
        issueAccessKey(organizationId, { modo, nombre, scopes: scopes === "all" ? everyScope : scopes }),
        ({ accessKey, clave }) => ({ ...accessKeyResource(accessKey), clave }),
      ))),
    /** Lists the access keys, revoked ones too, oldest first. */
    listKeys: read(toReadOnly(caller, Effect.flatMap(Storage, ({ accessKeys }) =>
      Effect.map(accessKeys(organizationId), (keys) => keys.map(accessKeyResource))))),
    /** Revokes a key: from now on every node refuses it. Again changes nothing. */
    revokeKey: read(toRead(caller, id, (given) =>
      runCommand(mapResult(revokeAccessKey(organizationId, given.id), accessKeyResource)))),
  }
}
