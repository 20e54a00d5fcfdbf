import type { Declarant } from "../../core/declaration/declaration.ts"
import type { Software } from "../../core/registry/software.ts"
import type { WebhookAllow } from "../../core/webhooks/webhookAllow.ts"
import type { DocsFiles } from "./openApi/docsPage.ts"

/** The settings of the HTTP interface. */
export interface HttpSettings {
  /** What stands before /api/v1 in the addresses that clients are given; null: the `origin` of each request. */
  readonly publicUrl: string | null
  /** The installation's secret, 32 bytes or more: cursors are signed with a key derived from it. */
  readonly secret: Uint8Array
  /** Secrets that it had before: cursors signed with them are still read. */
  readonly earlierSecrets?: ReadonlyArray<Uint8Array>
  /** How registry records name the software. */
  readonly software: Software
  /** What the producer's declaración responsable says beyond that; it is incomplete without. */
  readonly declarant?: Declarant
  /** The tax authority's service that printed QRs name. */
  readonly qrHost: "production" | "test"
  /** In place of the core's SHA-256 (`huellaOf`), where the platform is quicker at it. */
  readonly hash?: (text: string) => string
  /** Where webhooks may be sent although it is not public; nowhere by default. */
  readonly webhookAllow?: WebhookAllow
  /** The files of Swagger UI for the page at /docs; without them the page only links the description. */
  readonly docsFiles?: DocsFiles
}
