/** Whose key a request carries: with every scope, live or test; that may only read contacts; revoked; none. */
export const keyKinds = ["live", "test", "narrow", "revoked", "none"] as const
export type KeyKind = (typeof keyKinds)[number]

/** Why a request is refused whatever stands in the books: its status and, for 422, the field that is told. */
export interface Wrong {
  readonly status: 401 | 403 | 404 | 409 | 422
  readonly campo?: string
}

/** A request, as a client makes it up. */
export interface Ask {
  readonly as: KeyKind
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** After /api/v1, with its query. */
  readonly path: string
  /** Sent as JSON; a text as it stands; undefined for none. */
  readonly body: unknown
  /** Its Idempotency-Key. */
  readonly once: string | null
  /** Whether `siguiente` is followed to the end. */
  readonly walk: boolean
  readonly wrong: Wrong | null
}
