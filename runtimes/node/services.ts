import { Effect, Layer, Option } from "effect"
import { join } from "node:path"
import * as TaxAuthorityAeat from "../../adapters/aeat/TaxAuthorityAeat.ts"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as WebhookSenderUndici from "../../adapters/delivery/WebhookSenderUndici.ts"
import * as MailerFiles from "../../adapters/mail/MailerFiles.ts"
import * as PdfPrinterNode from "../../adapters/pdf/PdfPrinterNode.ts"
import { sesFrom } from "../environment/awsSettings.ts"
import { mailerOf } from "../environment/mailer.ts"
import { recording } from "../environment/recording.ts"
import { serviceSettings } from "../environment/serviceSettings.ts"
import { engine } from "./engine.ts"
import { installationSecret } from "./installationSecret.ts"
import { storageSettings } from "./settings.ts"

/** The services that the HTTP interface and the workers require, as the environment says. */
export const services = Layer.unwrapScoped(Effect.gen(function*() {
  const settings = yield* serviceSettings
  const { dataFolder } = yield* storageSettings
  const secret = yield* installationSecret
  return Layer.mergeAll(
    engine,
    PdfPrinterNode.layer,
    mailerOf(settings, yield* sesFrom, MailerFiles.layer(join(dataFolder, "mail"))),
    WebhookSenderUndici.layer({ allow: settings.webhookAllow }),
    TaxAuthorityAeat.layer({ environment: settings.aeat }),
    recording(settings),
    Layer.provide(SecretBoxWebCrypto.layerOf({ ...settings, secret }), engine),
  )
}))

/** Warns of letters that become files: these are for trying things out, and may lie on any of several nodes. */
export const warnOfFiledMail = Effect.gen(function*() {
  const { smtp } = yield* serviceSettings
  const { databaseUrl } = yield* storageSettings
  const isFiled = Option.isNone(smtp) && (yield* sesFrom) === null
  if (Option.isSome(databaseUrl) && isFiled) yield* Effect.logWarning(noMailServer)
})

const noMailServer = "no mail server: letters will become files where this process keeps its data; set SMTP_URL or TALONARIO_SES_FROM"
