import { Redacted } from "effect"
import { hashText } from "../../adapters/crypto/hashText.ts"
import type { HttpSettings } from "../../adapters/http/HttpSettings.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import { docsFiles } from "./docsFiles.ts"
import type { ServiceSettings } from "./serviceSettings.ts"

/** What the environment says to the HTTP interface; `secret` is the installation's. */
export const httpSettings = (service: ServiceSettings, secret: Redacted.Redacted<Uint8Array>): HttpSettings => ({
  publicUrl: service.publicUrl,
  secret: Redacted.value(secret),
  earlierSecrets: service.earlierSecrets.map(Redacted.value),
  software: talonarioSoftware(service),
  declarant: service.declarant,
  qrHost: service.qrHost,
  hash: hashText,
  webhookAllow: service.webhookAllow,
  docsFiles,
})
