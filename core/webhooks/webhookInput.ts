import { Schema } from "effect"
import { optional, orNull, text } from "../fields/fieldSchemas.ts"
import { everyEvent, Sucesos } from "./subscribedEvents.ts"
import { NoticeMode, type Webhook } from "./Webhook.ts"
import type { WebhookAllow } from "./webhookAllow.ts"
import { webhookUrlProblem } from "./webhookUrl.ts"

const urlLength = 2048

/** Where a webhook may be sent, by this installation's rules. */
const webhookUrl = (allow: WebhookAllow) =>
  text({ min: 1, max: urlLength }).pipe(
    Schema.filter((value) => webhookUrlProblem(value, allow), {
      jsonSchema: { format: "uri" },
      arbitrary: () => (fc) => fc.constantFrom("https://avisos.ejemplo.es/talonario?a=%C3%B1", "https://8.8.8.8:8443"),
    }),
  )

const omissible = {
  sucesos: optional(Sucesos),
  descripcion: optional(text({ max: 500 })),
  modo_aviso: optional(NoticeMode),
}

/** What a new webhook is made of (contract, section 4); only `url` is required. */
export const webhookInput = (allow: WebhookAllow) =>
  Schema.Struct({ url: webhookUrl(allow), ...omissible }).annotations({ identifier: "WebhookNuevo" })
export type WebhookInput = Schema.Schema.Type<ReturnType<typeof webhookInput>>

/** What changes of a webhook; null resets to the default, which `url` has not. `activo` true re-activates it. */
export const webhookPatch = (allow: WebhookAllow) =>
  Schema.Struct({
    url: Schema.optionalWith(webhookUrl(allow), { exact: true }),
    ...omissible,
    activo: optional(Schema.Boolean),
  }).annotations({ identifier: "WebhookCambios" })
export type WebhookPatch = Schema.Schema.Type<ReturnType<typeof webhookPatch>>

/** What the input makes of a webhook: all events and a signature, unless told. */
export const webhookContents = (
  input: WebhookInput,
): Pick<Webhook, "url" | "sucesos" | "descripcion" | "modo_aviso"> => ({
  url: input.url,
  sucesos: input.sucesos ?? [everyEvent],
  descripcion: orNull(input.descripcion),
  modo_aviso: input.modo_aviso ?? "firma",
})
