import type { DeclarationResource } from "../../../core/declaration/declaration.ts"
import type { RateLimit } from "../../../core/ports/RateLimiter.ts"
import type { RecordingTerms } from "../../../core/registry/RecordingTerms.ts"
import type { WebhookAllow } from "../../../core/webhooks/webhookAllow.ts"
import type { DocsFiles } from "../openApi/docsPage.ts"
import type { OpenApiVersion } from "../openApi/openApi.ts"
import type { Incoming } from "../routing/Call.ts"
import type { makeLists } from "../routing/lists.ts"

/** What handlers are made with. */
export interface HandlerTools {
  /** The absolute address of a path of the contract: "/contactos/1". */
  readonly addressOf: (incoming: Incoming, path: string) => string
  readonly lists: ReturnType<typeof makeLists>
  readonly recordingTerms: Omit<RecordingTerms, "modo">
  readonly rateLimit: RateLimit
  readonly webhookAllow: WebhookAllow
  readonly declaration: DeclarationResource
  /** The description of the interface, as JSON in UTF-8, for whoever asks for it. */
  readonly openApi: (incoming: Incoming, version: OpenApiVersion) => Uint8Array
  /** The files of Swagger UI for the page of the description; undefined: the page is plain. */
  readonly docsFiles: DocsFiles | undefined
}
