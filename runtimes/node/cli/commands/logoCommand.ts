import { Effect } from "effect"
import { createReadStream } from "node:fs"
import { buffer } from "node:stream/consumers"
import { GroupCommit } from "../../../../core/commit/GroupCommit.ts"
import { organizationId } from "../../../../core/identifiers/organizationId.ts"
import { logoBytesMax } from "../../../../core/organizations/logoPicture.ts"
import { setLogo } from "../../../../core/organizations/setLogo.ts"
import { engine } from "../../engine.ts"
import type { Run } from "../Command.ts"
import { WrongUsage } from "../commandErrors.ts"
import { fileFailure } from "../fileFailure.ts"
import { requiredId } from "../options.ts"

/** No more of the file than shows that it is too long. It may be a pipe, which is read from where it stands. */
const readStart = (path: string) =>
  Effect.tryPromise({
    try: async () => new Uint8Array(await buffer(createReadStream(path, { end: logoBytesMax }))),
    catch: fileFailure(path),
  })

/** `talonario org logo` */
export const changeLogo: Run = (options) =>
  Effect.gen(function*() {
    const id = yield* requiredId(options, "company")
    const path = options.value("file")
    if ((path === undefined) !== options.has("remove")) {
      return yield* new WrongUsage({ message: "either --file or --remove is required" })
    }
    const file = path === undefined ? null : yield* readStart(path)
    const change = Effect.flatMap(GroupCommit, ({ run }) => run(setLogo(organizationId(id), file)))
    const logo = yield* Effect.provide(change, engine)
    return {
      text: logo === null ? "no logo" : `${logo.tipo}, ${logo.ancho} x ${logo.alto} pixels`,
      json: { logo },
    }
  })
