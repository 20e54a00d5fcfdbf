import { Context, Effect, Layer, Redacted } from "effect"
import { makeStandIn } from "../../adapters/aeat/standIn/StandIn.ts"
import * as TaxAuthorityStandIn from "../../adapters/aeat/standIn/TaxAuthorityStandIn.ts"
import { TaxAuthority } from "../../core/ports/TaxAuthority.ts"
import { taxAuthorityContract } from "./taxAuthorityContract.ts"

taxAuthorityContract(
  "stand-in, in this process",
  Effect.gen(function*() {
    const standIn = makeStandIn()
    const authority = Context.get(yield* Layer.build(TaxAuthorityStandIn.layer(standIn)), TaxAuthority)
    const certificate = { tipo: "personal" as const, pkcs12: Redacted.make(new Uint8Array()), password: Redacted.make("") }
    return { authority, certificate, control: standIn.control, received: () => standIn.received().length }
  }),
)
