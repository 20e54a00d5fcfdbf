import { Context, Effect, Layer } from "effect"
import { schemaCheck } from "../../adapters/aeat/standIn/server/schemaCheck.ts"
import { serveStandIn } from "../../adapters/aeat/standIn/server/serveStandIn.ts"
import { makeStandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import * as TaxAuthorityAeat from "../../adapters/aeat/TaxAuthorityAeat.ts"
import { TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import { certificateOf, fromYesterday, newAuthority } from "../aeat/secureServer.ts"
import { schemaFolder } from "../registry/aeatSchemas.ts"
import { taxAuthorityContract } from "./taxAuthorityContract.ts"

const root = newAuthority()
const certificate = certificateOf(root)

taxAuthorityContract(
  "AEAT's web service, played by the stand-in",
  Effect.gen(function*() {
    const standIn = makeStandIn()
    const check = schemaFolder === undefined ? {} : { check: yield* schemaCheck(schemaFolder) }
    const { url } = yield* serveStandIn(standIn, {
      host: "127.0.0.1",
      port: 0,
      controlPort: 0,
      credentials: root.server(["127.0.0.1"], fromYesterday),
      clientAuthority: root.own.cert,
      ...check,
    })
    const layer = TaxAuthorityAeat.layer({ environment: { url, ca: root.own.cert } })
    const authority = Context.get(yield* Layer.build(layer), TaxAuthority)
    return { authority, certificate, control: standIn.control, received: () => standIn.received().length }
  }).pipe(Effect.orDie),
)
