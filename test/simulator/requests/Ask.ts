/** The key that a request carries: live or test with every scope, one that may only read contacts, a revoked one, or none. */
export const keyKinds = ["live", "test", "narrow", "revoked", "none"] as const
export type KeyKind = (typeof keyKinds)[number]

/** How a request is refused whatever the books say: with this status and, for 422, naming this field. */
export interface Wrong {
  readonly status: 401 | 403 | 404 | 409 | 422
  readonly campo?: string
}

/** A request that a client sends. */
export interface Ask {
  readonly as: KeyKind
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** The path after /api/v1, with its query. */
  readonly path: string
  /** Sent as JSON, but a text as it is; undefined for none. */
  readonly body: unknown
  /** Its Idempotency-Key. */
  readonly once: string | null
  /** Whether the client follows `siguiente` to the end. */
  readonly walk: boolean
  readonly wrong: Wrong | null
}
