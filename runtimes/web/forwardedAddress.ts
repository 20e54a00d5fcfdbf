import { addressOfHop } from "../../adapters/http/clientAddress.ts"

/**
 * The client's address by `X-Forwarded-For`, for hosts behind so many proxies, each of which appends the address
 * that it was called from, some with its port. Only what these wrote is believed: what stands before is the client's
 * own invention. Without as many entries it is "": the request did not come through them. Throws for less than one proxy.
 */
export const forwardedAddress = (proxies: number) => {
  if (!Number.isInteger(proxies) || proxies < 1) throw new Error(`a client behind ${proxies} proxies`)
  return ({ headers }: Pick<Request, "headers">): string =>
    addressOfHop((headers.get("x-forwarded-for") ?? "").split(",").toReversed()[proxies - 1] ?? "")
}
