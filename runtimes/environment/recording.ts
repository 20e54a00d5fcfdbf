import { Layer } from "effect"
import { hashText } from "../../adapters/crypto/hashText.ts"
import { Recording } from "../../core/ports/Recording.ts"
import { talonarioSoftware } from "../../core/registry/talonarioSoftware.ts"
import type { ServiceSettings } from "./serviceSettings.ts"

/** What workers make registry records with, as the environment says. */
export const recording = (service: ServiceSettings): Layer.Layer<Recording> =>
  Layer.succeed(Recording, { software: talonarioSoftware(service), qrHost: service.qrHost, hash: hashText })
