import type { ApiRequest } from "../../adapters/http/ApiRequest.ts"
import { unmappedAddress } from "../../adapters/http/clientAddress.ts"
import { contractTarget } from "../../adapters/http/mountPoint.ts"

/** What a Request does not say, or not in the form that the interface takes. */
export interface Arrival {
  readonly body: ApiRequest["body"]
  readonly clientAddress: string
  /** As `mountPoint` gives it. */
  readonly mount: string
}

/**
 * A request of the Fetch standard as the interface takes it. Its address is cut, not parsed: the query, which
 * signed cursors come in, stays as it was sent. Headers that came several times are one, joined by commas.
 * Bun gives the path alone where a request names no host, as checks over HTTP/1.0 do: addresses that are told then have
 * none either.
 */
export const apiRequest = (request: Request, { body, clientAddress, mount }: Arrival): ApiRequest => {
  const [, origin = "", target = ""] = /^([a-z]+:\/\/[^/?#]*)?([^#]*)/i.exec(request.url) ?? []
  return {
    method: request.method,
    url: contractTarget(target, mount),
    headers: Object.fromEntries(request.headers),
    body,
    clientAddress: unmappedAddress(clientAddress),
    origin: origin + mount,
  }
}
