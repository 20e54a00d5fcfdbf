import { Either, HashMap, ParseResult, Schema } from "effect"
import type { IncomingMessage, RequestListener } from "node:http"
import { isoInstant } from "../../../../core/calendar/instant.ts"
import { Controls } from "../Controls.ts"
import type { StandIn } from "../StandIn.ts"
import { bodyOf } from "./bodyOf.ts"

/**
 * Controls over HTTP: GET tells what came and how the stand-in behaves, POST changes that (Controls.ts), DELETE forgets
 * everything.
 */
export const controlListener = (standIn: StandIn): RequestListener => (request, response) => {
  const answer = ({ body, status }: ControlAnswer): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(`${JSON.stringify(body)}\n`)
  }
  void meet(standIn, request).then(answer, () => request.destroy())
}

interface ControlAnswer {
  readonly status: number
  readonly body: unknown
}

const meet = async (standIn: StandIn, request: IncomingMessage): Promise<ControlAnswer> => {
  if (request.url !== "/control") return { status: 404, body: { error: "only /control is here" } }
  if (request.method === "POST") {
    const change = decode(await bodyOf(request))
    if (Either.isLeft(change)) return { status: 400, body: { error: whatIsWrong(change.left) } }
    standIn.control(change.right)
  } else if (request.method === "DELETE") standIn.reset()
  else if (request.method !== "GET") return { status: 405, body: { error: "GET, POST or DELETE" } }
  return { status: 200, body: report(standIn) }
}

const decode = Schema.decodeUnknownEither(Schema.parseJson(Controls), { onExcessProperty: "error" })

/** What is wrong with a body, and where. The error's own message would repeat everything that may be told. */
const whatIsWrong = (error: ParseResult.ParseError): string =>
  ParseResult.ArrayFormatter.formatErrorSync(error).slice(0, 1)
    .map(({ message, path }) => (path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`)).join("")

const report = (standIn: StandIn) => ({
  controls: standIn.controls(),
  invoices: HashMap.size(standIn.ledger().invoices),
  received: standIn.received().map(({ at, ...message }) => ({ at: isoInstant(at), ...message })),
})
