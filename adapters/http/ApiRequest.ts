/** A request as servers see it, without anything of that server. */
export interface ApiRequest {
  /** Upper case. */
  readonly method: string
  /** Path with query, as sent. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Empty without a body; `too_large` when it goes beyond `bodyBytesMax` and was not read to its end. */
  readonly body: Uint8Array | "too_large"
  /** The client's address: requests without a valid key are counted under it. */
  readonly clientAddress: string
  /**
   * What stands before /api/v1 as the client sees it: scheme and host, and where a host has mounted the interface, its
   * path: `https://facturas.example`, `https://tienda.example/facturacion`.
   */
  readonly origin: string
}

/**
 * The answer to a request. The server adds Content-Length for the body; for HEAD, which has none, it stands in the
 * headers already.
 */
export interface ApiResponse {
  readonly status: number
  /** Names as the contract writes them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** Largest request body, 1 MiB (decisions, section 1). */
export const bodyBytesMax = 1_048_576

/** Whether a body is too large by its Content-Length, null or undefined without one. */
export const declaresTooMuch = (contentLength: string | null | undefined): boolean =>
  Number(contentLength ?? 0) > bodyBytesMax

/**
 * Bytes of a refused body that are still received, and thrown away: a client whose connection is cut while it sends would
 * not get to read the refusal.
 */
export const refusedBytesMax = 8 * 1_048_576

/**
 * Whether a request only reads. When its client goes away, a server interrupts it, since nobody waits for the answer; a
 * write runs to its end.
 */
export const onlyReads = (method: string | undefined): boolean => method === "GET" || method === "HEAD"
