import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import { TLSSocket } from "node:tls"
import { instant } from "../../../../core/calendar/instant.ts"
import { holderOf } from "../../certificates/readCertificate.ts"
import { faultOf } from "../books/errorTexts.ts"
import type { Reaction } from "../Reaction.ts"
import type { StandIn } from "../StandIn.ts"
import { bodyOf } from "./bodyOf.ts"
import type { SchemaCheck } from "./schemaCheck.ts"
import { faultEnvelope, refusing, soapReaction } from "./soapService.ts"

/** Answers SOAP messages on any path, with the stand-in's reactions. */
export const soapListener = (standIn: StandIn, check: SchemaCheck | undefined): RequestListener =>
  (request, response) => {
    void meet(standIn, check, request).then(
      (reaction) => setTimeout(() => carryOut(reaction, response), reaction.delay).unref(),
      () => request.destroy(),
    )
  }

const meet = async (
  standIn: StandIn,
  check: SchemaCheck | undefined,
  request: IncomingMessage,
): Promise<Reaction<string>> => {
  const certificate = certificateOf(request)
  if (certificate === undefined) return { _tag: "Fails", delay: 0, status: 403 }
  if (request.method !== "POST") return refusing(faultOf(4135))
  const text = await bodyOf(request)
  return soapReaction(standIn, { text, at: instant(Date.now()), presenter: holderOf(certificate.subject).nif }, check)
}

/** The client's certificate, if our authority has issued it and it has not expired. */
const certificateOf = ({ socket }: IncomingMessage) =>
  socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined

const carryOut = (reaction: Reaction<string>, response: ServerResponse): void => {
  const xml = { "content-type": "text/xml; charset=UTF-8" }
  switch (reaction._tag) {
    case "Answers":
      response.writeHead(200, xml).end(reaction.answer)
      return
    case "Refuses":
      response.writeHead(500, xml).end(faultEnvelope(reaction.refusal))
      return
    case "BreaksOff": {
      const bytes = Buffer.from(reaction.answer)
      response.writeHead(200, { ...xml, "content-length": bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
      return
    }
    case "Loses":
      response.destroy()
      return
    case "Fails":
      response.writeHead(reaction.status, { "content-type": "text/html; charset=UTF-8" })
      response.end(`<!DOCTYPE html><html><body><h1>Error ${reaction.status}</h1></body></html>`)
  }
}
