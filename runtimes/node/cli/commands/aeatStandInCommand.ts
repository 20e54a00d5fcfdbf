import { Clock, Config, Console, Effect, Option } from "effect"
import { type CredentialFiles, keptCredentials } from "../../../../adapters/aeat/standIn/certificates/keptCredentials.ts"
import { schemaCheck } from "../../../../adapters/aeat/standIn/server/schemaCheck.ts"
import { serveStandIn } from "../../../../adapters/aeat/standIn/server/serveStandIn.ts"
import { makeStandIn } from "../../../../adapters/aeat/standIn/StandIn.ts"
import { thrownText } from "../../../../core/text/thrownText.ts"
import { makeFolder } from "../../makeFolder.ts"
import type { Run } from "../Command.ts"
import { CommandFailed } from "../commandErrors.ts"
import type { Options } from "../options.ts"
import { portOption } from "../portOption.ts"

const host = "127.0.0.1"

const credentialsIn = (folder: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.tryPromise({
      try: async () => {
        await makeFolder(folder)
        return keptCredentials(folder, ["localhost", host], now)
      },
      catch: (error) => new CommandFailed({ message: `cannot use the folder ${folder}: ${thrownText(error)}` }),
    }))

const standIn = (options: Options) =>
  Effect.gen(function*() {
    const port = yield* portOption(options, "port", 8_443)
    const controlPort = yield* portOption(options, "control-port", port === 0 ? 0 : 8_444)
    const schemas = Option.filter(yield* Config.option(Config.string("AEAT_XSD_DIR")), (folder) => folder !== "")
    const check = Option.isNone(schemas) ? {} : { check: yield* schemaCheck(schemas.value) }
    const { authority, files, server } = yield* credentialsIn(options.value("folder") ?? ".talonario/aeat-stand-in")
    const settings = { host, port, controlPort, credentials: server, clientAuthority: authority, ...check }
    const { controlUrl, url } = yield* serveStandIn(makeStandIn(), settings)
    const told: Told = { url, control: controlUrl, ...files }
    yield* Console.log(options.has("json") ? JSON.stringify(told) : textOf(told, Option.isSome(schemas)))
    return yield* Effect.never
  })

interface Told extends CredentialFiles {
  readonly url: string
  readonly control: string
}

const textOf = (told: Told, checks: boolean): string =>
  `The stand-in for the AEAT listens on ${told.url}
  its controls:                 ${told.control}
  authority to trust:           ${told.ca}
  a certificate for clients:    ${told.client}
  and its password:             ${told.clientPassword}
Messages are ${checks ? "" : "not "}held against AEAT's schemas${checks ? "" : " (AEAT_XSD_DIR is not set)"}.
Whatever it is sent has no value before the AEAT, and is forgotten when it ends.`

/** `talonario aeat-stand-in` */
export const runStandIn: Run = (options) => Effect.scoped(standIn(options))
