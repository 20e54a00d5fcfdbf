import { Layer } from "effect"
import * as TaxAuthorityAeat from "../../../adapters/aeat/TaxAuthorityAeat.ts"
import * as WebhookSenderUndici from "../../../adapters/delivery/WebhookSenderUndici.ts"
import * as PdfPrinterNode from "../../../adapters/pdf/PdfPrinterNode.ts"
import { Mailer, MailNotSent } from "../../../core/ports/Mailer.ts"
import { mailerOf } from "../../environment/mailer.ts"
import { recording } from "../../environment/recording.ts"
import { warnOfSettings } from "../../environment/warnOfSettings.ts"
import { engine } from "../container/engine.ts"
import type { FunctionSettings } from "../functionSettings.ts"

/** Jobs of one event are done side by side. */
const connectionsMax = 4

/** A function has no folder that letters could be kept in. */
const nobodyToMail = Layer.succeed(Mailer, {
  send: () => new MailNotSent({ reason: "no hay servidor de correo: TALONARIO_SES_FROM o SMTP_URL", transient: true }),
})

/** The services of the functions that do jobs, as the environment says. */
export const jobServices = (settings: FunctionSettings) =>
  Layer.mergeAll(
    PdfPrinterNode.layer,
    mailerOf(settings.service, settings.sesFrom, nobodyToMail),
    WebhookSenderUndici.layer({ allow: settings.service.webhookAllow }),
    TaxAuthorityAeat.layer({ environment: settings.service.aeat }),
    recording(settings.service),
    Layer.effectDiscard(warnOfSettings(settings.service)),
  ).pipe(Layer.provideMerge(engine(settings, connectionsMax)))
