import { Effect, Either } from "effect"
import { type Dispatcher, request } from "undici/index.js"
import { CertificateUnusable, TaxAuthorityUnreachable } from "../../../core/ports/TaxAuthority.ts"
import { type Element, makeXmlReader } from "../xml/readXml.ts"
import { brokenReason, isOfCertificate, tooLate } from "./brokenReason.ts"

/** An answer of the server, with any status. */
export interface HttpAnswer {
  readonly status: number
  /** Its XML; Left: why it is none, in English. */
  readonly document: Either.Either<Element, string>
}

/** How an answer is read. */
export interface Reading {
  readonly bytesMax: number
  /** The names of the elements that are wanted; undefined for all. */
  readonly kept: ReadonlySet<string> | undefined
}

/**
 * Posts a SOAP message and reads the answer as it comes. When that is not UTF-8, compressed or longer than `bytesMax`, this
 * fails; but with a status other than 200 it answers that there is no document. A redirection is not followed. Interruption
 * ends the request.
 */
export const post = (
  dispatcher: Dispatcher,
  url: URL,
  body: string,
  { bytesMax, kept, millisMax }: Reading & { readonly millisMax: number },
): Effect.Effect<HttpAnswer, TaxAuthorityUnreachable | CertificateUnusable> =>
  Effect.tryPromise({
    try: async (signal): Promise<HttpAnswer> => {
      const answer = await request(url, { dispatcher, method: "POST", headers, body, signal })
      const { statusCode: status } = answer
      try {
        return { status, document: await documentIn(answer, { bytesMax, kept }) }
      } catch (error) {
        if (error instanceof WrongAnswer && status !== 200) return { status, document: Either.left(error.message) }
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

/** The answer cannot be read; the message says why, in Spanish. */
class WrongAnswer extends Error {}

const documentIn = async (
  { body, headers, statusCode }: Dispatcher.ResponseData,
  { bytesMax, kept }: Reading,
): Promise<Either.Either<Element, string>> => {
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity") {
    await body.dump()
    throw new WrongAnswer("respuesta comprimida, que no se había pedido")
  }
  const reader = makeXmlReader(kept)
  // A page of HTML in place of an answer may have any encoding, since only its status counts; so may the words of a fault.
  const textOf = decoder(statusCode === 200)
  let length = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error("a body that is no bytes")
    length += chunk.length
    // To leave the loop ends the connection too.
    if (length > bytesMax) throw new WrongAnswer("respuesta demasiado grande")
    reader.write(textOf(chunk))
  }
  reader.write(textOf())
  return reader.end()
}

/** Decodes bytes that come in parts, cut anywhere; called without a part at the end, it gives what is left. */
const decoder = (fatal: boolean) => {
  const utf8 = new TextDecoder("utf-8", { fatal })
  return (part?: Uint8Array): string => {
    try {
      return utf8.decode(part, { stream: part !== undefined })
    } catch {
      throw new WrongAnswer("respuesta ilegible: no está en UTF-8")
    }
  }
}
