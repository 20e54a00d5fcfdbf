import { basePath } from "../../../adapters/http/contract/api.ts"
import { isOfContract } from "../../../adapters/http/mountPoint.ts"
import { type HttpEvent, isHttpEvent2 } from "./httpEvent.ts"

/** Where a request was sent to. */
export interface Place {
  /** The path as the contract has it, percent-encoded. */
  readonly path: string
  /** What clients write before that path: `https://id.execute-api.eu-south-2.amazonaws.com/prod`. */
  readonly origin: string
}

const host = /^[\w.-]+(?::\d{1,5})?$/

/**
 * Finds where the contract's path begins. Before it API Gateway leaves its stage, or what a domain of one's own maps to
 * the API; clients use the one or the other. Payload format 2.0 shows only the stage, so that a mapping must be told
 * there by TALONARIO_PUBLIC_URL (AWS, "Payload format differences").
 */
export const placeOf = (event: HttpEvent): Place => {
  const { requestContext: { domainName, stage } } = event
  const name = domainName ?? event.headers?.["host"] ?? event.headers?.["Host"] ?? ""
  const isOfAws = /\.execute-api\./.test(name)
  const inPath = stage === "$default" ? "" : `/${stage}`
  const isMapped = !isOfAws && !isHttpEvent2(event)
  const { path, prefix } = cut(encodedPath(event, name), inPath, isMapped)
  const mapped = isMapped ? prefix : ""
  const before = isOfAws ? inPath : mapped
  return { path, origin: `https://${host.test(name) ? name : "localhost"}${before}` }
}

/** What stands before the contract's path: nothing, the stage, or, where a mapping may stand there, anything. */
const cut = (sent: string, stage: string, isMapped: boolean) => {
  if (isOfContract(sent)) return { prefix: "", path: sent }
  const rest = sent.slice(stage.length)
  const isStaged = stage !== "" && sent.startsWith(stage) && (rest === "" || rest.startsWith("/"))
  if (isStaged) return { prefix: stage, path: rest }
  const at = isMapped ? sent.indexOf(basePath) : -1
  if (at > 0 && isOfContract(sent.slice(at))) return { prefix: sent.slice(0, at), path: sent.slice(at) }
  return { prefix: "", path: sent }
}

/** HTTP APIs decode the path before they hand it over; REST APIs and function URLs leave it as it was sent. */
const encodedPath = (event: HttpEvent, domain: string): string => {
  if (!isHttpEvent2(event)) return event.version === undefined ? event.path : encoded(event.path)
  return domain.includes(".lambda-url.") ? event.rawPath : encoded(event.rawPath)
}

const encoded = (path: string): string =>
  encodeURI(path.replaceAll(/\p{Surrogate}/gu, "\u{FFFD}")).replaceAll("?", "%3F").replaceAll("#", "%23")
