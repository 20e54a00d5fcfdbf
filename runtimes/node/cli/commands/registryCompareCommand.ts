import { Effect, Layer } from "effect"
import * as TaxAuthorityAeat from "../../../../adapters/aeat/TaxAuthorityAeat.ts"
import * as SecretBoxWebCrypto from "../../../../adapters/crypto/SecretBoxWebCrypto.ts"
import { credentialsOf } from "../../../../core/certificates/credentials.ts"
import { GroupCommit } from "../../../../core/commit/GroupCommit.ts"
import { compareWholeRegistry } from "../../../../core/comparison/compareRegistry.ts"
import { type ComparisonResource, comparisonResource } from "../../../../core/comparison/comparisonResource.ts"
import { saidOf } from "../../../../core/comparison/failureReason.ts"
import { type Month, monthText, parseMonth } from "../../../../core/comparison/months.ts"
import { organizationId } from "../../../../core/identifiers/organizationId.ts"
import { findOrganization } from "../../../../core/organizations/findOrganization.ts"
import type { Organization } from "../../../../core/organizations/Organization.ts"
import { monthsToCompare } from "../../../../core/submission/monthsToCompare.ts"
import { sendRegardless } from "../../../../core/submission/noteVigilance.ts"
import { serviceSettings } from "../../../environment/serviceSettings.ts"
import { engine } from "../../engine.ts"
import { installationSecret } from "../../installationSecret.ts"
import type { Answer, Run } from "../Command.ts"
import { CommandFailed, WrongUsage } from "../commandErrors.ts"
import { type Options, required } from "../options.ts"

/** The first month to ask for; undefined where it is not given. */
const monthOf = (options: Options): Effect.Effect<Month | undefined, WrongUsage> => {
  const given = options.value("desde")
  if (given === undefined) return Effect.succeed(undefined)
  const month = parseMonth(given)
  return month === undefined
    ? new WrongUsage({ message: `--desde is a month, YYYY-MM, not "${given}"` })
    : Effect.succeed(month)
}

const heldLine = ({ estado, fecha, huella, numserie }: ComparisonResource["solo_aeat"][number]): string =>
  `  ${numserie}  ${fecha}  ${estado}  ${huella ?? ""}`.trimEnd()

/** A comparison in Spanish, for people. */
export const comparisonText = ({ facturas_aeat, meses, series, solo_aeat }: ComparisonResource): string => {
  const span = meses.length === 1 ? meses.join() : `${meses[0] ?? ""} a ${meses.at(-1) ?? ""}`
  const found = solo_aeat.length === 0
    ? "todas las de esta instalación están aquí"
    : ["de esta instalación no están aquí, o son otras:", ...solo_aeat.map(heldLine)].join("\n")
  const numbers = series.map(({ aeat, aqui, serie, siguiente }) =>
    `serie ${serie}: AEAT hasta ${aeat}, aquí hasta ${aqui}; siga por ${siguiente}`)
  const invoices = facturas_aeat === 1 ? "factura" : "facturas"
  return [`La AEAT tiene ${facturas_aeat} ${invoices} de ${span}; ${found}`, ...numbers].join("\n")
}

const shown = (json: ComparisonResource): Answer => ({
  text: comparisonText(json),
  json,
  ...(json.solo_aeat.length === 0 ? {} : { exitCode: 1 }),
})

const compare = (company: Organization, since: Month | undefined) =>
  Effect.gen(function*() {
    if (company.nif === null) return yield* new CommandFailed({ message: "the company has no NIF" })
    const months = yield* monthsToCompare(company.id, since)
    if (since !== undefined && monthText(since) > monthText(months[0])) {
      return yield* new WrongUsage({ message: `--desde ${monthText(since)} has not begun yet` })
    }
    const credentials = yield* credentialsOf(company.id)
    const comparison = yield* compareWholeRegistry(company.id, credentials, months)
    return shown(yield* comparisonResource(company.id, comparison))
  }).pipe(
    Effect.catchTags({
      CertificateUnusable: ({ reason }) => new CommandFailed({ message: reason }),
      TaxAuthorityUnreachable: ({ reason }) => new CommandFailed({ message: `falló la consulta a la AEAT: ${reason}` }),
      ShipmentRefused: (refused) => new CommandFailed({ message: `la AEAT ${saidOf(refused)}` }),
    }),
  )

const sendAnyway = ({ id }: Organization) =>
  Effect.gen(function*() {
    const { run } = yield* GroupCommit
    yield* run(sendRegardless(id))
    const answer: Answer = {
      text: `${id}  se envía lo pendiente y no se vuelve a comparar con la AEAT`,
      json: { empresa_id: id, envia: true },
    }
    return answer
  })

const services = Layer.unwrapEffect(Effect.gen(function*() {
  const { aeat, earlierSecrets } = yield* serviceSettings
  const secret = yield* installationSecret
  const box = Layer.provide(SecretBoxWebCrypto.layerOf({ secret, earlierSecrets }), engine)
  return Layer.mergeAll(engine, TaxAuthorityAeat.layer({ environment: aeat }), box)
}))

/** `talonario registry compare` */
export const compareWithAeat: Run = (options) =>
  Effect.gen(function*() {
    const id = organizationId(yield* required(options, "org"))
    const since = yield* monthOf(options)
    if (since !== undefined && options.has("send-anyway")) {
      return yield* new WrongUsage({ message: "either --desde or --send-anyway: with the latter nothing is compared" })
    }
    const act = Effect.gen(function*() {
      const company = yield* findOrganization(id)
      return yield* options.has("send-anyway") ? sendAnyway(company) : compare(company, since)
    })
    return yield* Effect.provide(act, services)
  })
