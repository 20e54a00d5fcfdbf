import { Effect } from "effect"
import { Storage } from "../../../core/ports/Storage.ts"
import * as contract from "../contract/service.ts"
import { docsFile, docsPage } from "../openApi/docsPage.ts"
import { noRoute, unhealthy } from "../replies/errorReply.ts"
import { ok, written } from "../replies/Reply.ts"
import { open } from "../routing/Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

/** How long `/salud` waits for the storage before it says that it does not answer. */
const patience = "3 seconds"

/** `/salud`, the document of the interface and its page. */
export const serviceRoutes = ({ declaration, docsFiles, openApi }: HandlerTools): RoutesOf<typeof contract.service> => ({
  checkHealth: open(contract.checkHealth, () =>
    Effect.flatMap(Storage, ({ ping }) =>
      ping.pipe(
        Effect.timeoutFail({ duration: patience, onTimeout: () => unhealthy }),
        Effect.mapBoth({ onSuccess: () => ok({ estado: "ok" as const }), onFailure: () => unhealthy }),
      ))),

  readDeclaration: open(contract.readDeclaration, () => Effect.succeed(ok(declaration))),

  readOpenApi: open(contract.readOpenApi, ({ incoming, query: { version = "3.1" } }) =>
    Effect.sync(() => written(openApi(incoming, version)))),

  readDocs: open(contract.readDocs, () => Effect.succeed(docsPage(docsFiles))),

  readDocsFile: open(contract.readDocsFile, ({ path }) =>
    Effect.flatMap(docsFile(docsFiles, path.fichero), (file) =>
      file === undefined ? Effect.fail(noRoute) : Effect.succeed(file))),
})
