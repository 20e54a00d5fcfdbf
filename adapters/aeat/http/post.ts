import { Effect } from "effect"
import { type Dispatcher, request } from "undici"
import { CertificateUnusable, TaxAuthorityUnreachable } from "../../../core/ports/TaxAuthority.ts"
import { brokenReason, isOfCertificate, tooLate } from "./brokenReason.ts"

/** An answer, whatever it is. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string
}

/**
 * Posts a SOAP message and takes the whole answer: UTF-8, at most so many bytes, neither compressed nor redirected.
 * Interruption ends it.
 */
export const post = (
  dispatcher: Dispatcher,
  url: URL,
  body: string,
  { bytesMax, millisMax }: { readonly bytesMax: number; readonly millisMax: number },
): Effect.Effect<HttpAnswer, TaxAuthorityUnreachable | CertificateUnusable> =>
  Effect.tryPromise({
    try: async (signal): Promise<HttpAnswer> => {
      const answer = await request(url, { dispatcher, method: "POST", headers, body, signal })
      const { statusCode: status } = answer
      try {
        return { status, text: await textIn(answer, bytesMax) }
      } catch (error) {
        if (error instanceof WrongAnswer && status !== 200) return { status, text: "" }
        throw error
      }
    },
    catch: (error) => {
      if (error instanceof WrongAnswer) return new TaxAuthorityUnreachable({ reason: error.message })
      const reason = brokenReason(error)
      return isOfCertificate(error) ? new CertificateUnusable({ reason }) : new TaxAuthorityUnreachable({ reason })
    },
  }).pipe(
    Effect.timeoutFail({ duration: millisMax, onTimeout: () => new TaxAuthorityUnreachable({ reason: tooLate }) }),
  )

const headers = {
  "content-type": "text/xml; charset=UTF-8",
  soapaction: "\"\"",
  accept: "text/xml",
  "accept-encoding": "identity",
  "user-agent": "Talonario",
}

class WrongAnswer extends Error {}

/** Pages in place of an answer may be of any kind: what they say is their status. */
const textIn = async ({ body, headers, statusCode }: Dispatcher.ResponseData, bytesMax: number): Promise<string> => {
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") {
    await body.dump()
    throw new WrongAnswer("respuesta comprimida, que no se había pedido")
  }
  return textOf(await bytesUpTo(bytesMax, body), statusCode)
}

const bytesUpTo = async (bytesMax: number, body: Dispatcher.ResponseData["body"]): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error("a body that is no bytes")
    length += chunk.length
    // Leaving the loop ends the connection.
    if (length > bytesMax) throw new WrongAnswer("respuesta demasiado grande")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const textOf = (bytes: Uint8Array, status: number): string => {
  try {
    return new TextDecoder("utf-8", { fatal: status === 200 }).decode(bytes)
  } catch {
    throw new WrongAnswer("respuesta ilegible: no está en UTF-8")
  }
}
