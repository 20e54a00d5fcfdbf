import { type Layer, Option } from "effect"
import * as MailerSes from "../../adapters/mail/MailerSes.ts"
import * as MailerSmtp from "../../adapters/mail/MailerSmtp.ts"
import type { Mailer } from "../../core/ports/Mailer.ts"
import type { ServiceSettings } from "./serviceSettings.ts"

/**
 * Who sends letters, as the environment says: Amazon SES where `sesFrom` is set, else the mail server of SMTP_URL.
 * `otherwise` where neither is set.
 */
export const mailerOf = (
  { smtp }: ServiceSettings,
  sesFrom: string | null,
  otherwise: Layer.Layer<Mailer>,
): Layer.Layer<Mailer> =>
  sesFrom === null
    ? Option.match(smtp, { onNone: () => otherwise, onSome: MailerSmtp.layer })
    : MailerSes.layer({ from: sesFrom })
