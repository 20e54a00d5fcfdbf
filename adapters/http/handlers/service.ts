import { Effect } from "effect"
import { Storage } from "../../../core/ports/Storage.ts"
import * as contract from "../contract/service.ts"
import { unhealthy } from "../errorReply.ts"
import { ok, written } from "../Reply.ts"
import { open } from "../Route.ts"
import type { HandlerTools } from "./HandlerTools.ts"
import type { RoutesOf } from "./routes.ts"

export const serviceRoutes = ({ openApi }: HandlerTools): RoutesOf<typeof contract.service> => ({
  checkHealth: open(contract.checkHealth, () =>
    Effect.flatMap(Storage, ({ ping }) =>
      Effect.mapBoth(ping, { onSuccess: () => ok({ estado: "ok" as const }), onFailure: () => unhealthy }))),

  readOpenApi: open(contract.readOpenApi, () => Effect.succeed(written(openApi))),
})
