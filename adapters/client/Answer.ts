/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  /** As Retry-After asks; null without one. */
  readonly retryAfterSeconds: number | null
  /** As it was sent; null without one. */
  readonly contentType: string | null
  readonly bytes: Uint8Array
}

/** As much of the platform's `fetch` as is used, so that another one or a test's can stand in. */
export type Fetch = (url: string, init: {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  /** Redirects are not followed: whoever is there is to get neither the key nor what is sent. */
  readonly redirect?: "manual"
  readonly signal: AbortSignal
}) => Promise<Fetched>

/** As much of a Response as is read. */
export interface Fetched {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly arrayBuffer: () => Promise<ArrayBuffer>
}
