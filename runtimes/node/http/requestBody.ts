import type { IncomingMessage } from "node:http"
import { type ApiRequest, bodyBytesMax, declaresTooMuch } from "../../../adapters/http/ApiRequest.ts"
import { countedAddress, type TrustedProxies } from "../../../adapters/http/clientAddress.ts"
import { gatheredBytes } from "../../../adapters/http/gatheredBytes.ts"
import { clientAddress } from "./apiRequest.ts"
import { makeLargeBodies } from "./largeBodies.ts"

/** Any number of bodies of up to so many bytes is read at a time; an invoice of a hundred lines is smaller. */
const smallBytes = 65_536

/**
 * Reads bodies up to the limit, and no more of them at a time than there is memory for. Clients behind these proxies are told
 * apart by what the proxies say.
 */
export const makeBodyReader = (trustedProxies: TrustedProxies) => {
  const enter = makeLargeBodies()

  /**
   * Reads a body up to the limit and hands it to `receive`; beyond the limit reading stops. When the client goes away
   * before the end, `receive` is never called.
   */
  return (request: IncomingMessage, receive: (body: ApiRequest["body"]) => void): void => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers
    if (length === undefined && encoding === undefined) return receive(new Uint8Array())
    if (declaresTooMuch(length)) return receive("too_large")
    const bytes = gatheredBytes()
    let leave: (() => void) | undefined
    const take = (chunk: Uint8Array): void => {
      bytes.add(chunk)
      if (bytes.size() > bodyBytesMax) return finish("too_large")
      if (bytes.size() <= smallBytes || leave !== undefined) return
      request.pause()
      const address = countedAddress(clientAddress(request, trustedProxies))
      leave = enter({ address, size: bytes.size, go: () => request.resume(), giveUp: () => request.destroy() })
      request.once("close", leave)
    }
    const finish = (body: ApiRequest["body"]): void => {
      request.off("data", take).off("end", end).pause()
      receive(body)
    }
    const end = (): void => finish(bytes.all())
    request.on("data", take).on("end", end)
  }
}
