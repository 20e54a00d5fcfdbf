import { Effect } from "effect"
import { basePath } from "../../adapters/http/contract/api.ts"
import { fieldsIn, fieldsOf, isFields } from "../../adapters/http/openApi/Fields.ts"
import { openApiDocument } from "../../adapters/http/openApi/openApi.ts"
import { makeRouter } from "../../adapters/http/routing/router.ts"
import { type Answer, requestOf, type RequestOptions } from "../../runtimes/memory/exchange.ts"
import type { Harness } from "../../runtimes/memory/harness.ts"
import { makeValidator, placeAt, step, type Verdict } from "./openApiValidator.ts"

type Send = Harness["request"]

/**
 * The same `request`, but status, headers and body of every answer are checked against openapi.json, and so is the body of
 * each successful write. Whatever the document does not describe fails the test.
 */
export const validated = (send: Send): Send => (method, path, options) =>
  Effect.tap(send(method, path, options), (answer) =>
    Effect.sync(() => {
      const problems = problemsOf(method, path, options, answer)
      if (problems.length === 0) return
      const what = `${method} ${path} answered ${answer.status}`
      throw new Error(`${what}, not as openapi.json has it: ${problems.join("; ")}`)
    }))

/** Where an answer, however it was obtained, is not as openapi.json describes it. */
export const problemsOf = (
  method: string,
  path: string,
  options: RequestOptions | undefined,
  answer: Answer,
): ReadonlyArray<string> => {
  const { body, url } = requestOf(method, path, options)
  const pathname = url.replace(/\?.*$/s, "")
  if (isForPeople(pathname)) return []
  const operation = operationAt(method, pathname)
  if (operation === undefined) return strayProblems(method, answer)
  const response = placeAt(document, `${operation}/responses/${answer.status}`)
  if (!isFields(response.value)) return ["status is not there"]
  const responseProblems = answerProblems(response.pointer, method, answer)
  // A read ignores its body.
  const isWrite = method !== "GET" && method !== "HEAD" && answer.status < 300
  return isWrite ? [...responseProblems, ...requestProblems(operation, body, options)] : responseProblems
}

const document = openApiDocument(null)
const validator = makeValidator("3.1")

/** Finds an operation the way the interface finds a route. */
const findOperation = makeRouter(
  Object.entries(fieldsIn(document, "paths")).flatMap(([path, item]) =>
    Object.keys(fieldsOf(item)).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
      pointer: `/paths${step(path)}/${method}`,
    }))),
)

/** Where in the document the operation is. */
const operationAt = (method: string, pathname: string): string | undefined => {
  const path = pathname === basePath ? "/" : pathname.slice(basePath.length)
  if (!pathname.startsWith(basePath) || !path.startsWith("/")) return undefined
  return findOperation(method === "HEAD" ? "GET" : method, path)?.route.pointer
}

/** Whether the path belongs to the page at /docs, which the document does not describe. */
const isForPeople = (pathname: string): boolean => /^\/docs(\/|$)/.test(pathname.slice(basePath.length))

/** Checks the answer to a request for which there is no operation. */
const strayProblems = (method: string, answer: Answer): ReadonlyArray<string> => {
  const name = strayResponses.get(answer.status)
  return name === undefined ? ["no such path"] : answerProblems(`/components/responses/${name}`, method, answer)
}

const strayResponses = new Map([
  [404, "no_encontrado"],
  [429, "demasiadas_peticiones"],
  [500, "error_interno"],
])

const answerProblems = (response: string, method: string, answer: Answer): ReadonlyArray<string> =>
  [...headerProblems(response, answer), ...(method === "HEAD" ? [] : bodyProblems(response, answer))]

const headerProblems = (response: string, { headers }: Answer): ReadonlyArray<string> => {
  const declared = Object.keys(fieldsAt(`${response}/headers`))
  const missing = declared.flatMap((name) => {
    const { pointer, value } = placeAt(document, `${response}/headers/${name}`)
    const sent = headers[name.toLowerCase()]
    const isNeeded = isFields(value) && value["required"] === true
    if (sent === undefined) return isNeeded ? [`header ${name} is missing`] : []
    return told(`header ${name}`, validator.header(`${pointer}/schema`, sent))
  })
  const undeclared = Object.keys(fieldsAt("/components/headers"))
    .filter((name) => headers[name.toLowerCase()] !== undefined && !declared.includes(name))
  return [...missing, ...undeclared.map((name) => `header ${name} is not declared`)]
}

const bodyProblems = (response: string, { bytes, headers, json }: Answer): ReadonlyArray<string> => {
  const types = Object.keys(fieldsAt(`${response}/content`))
  if (types.length === 0) return bytes.length === 0 ? [] : ["there is a body"]
  const type = (headers["content-type"] ?? "").replace(/;.*$/, "")
  if (!types.includes(type)) return [`body is ${type}`]
  if (type !== "application/json") return bytes.length === 0 ? ["body is empty"] : []
  return told("body", validator.body(`${response}/content${step(type)}/schema`, json))
}

/** Where the document does not allow a body that was accepted. */
const requestProblems = (
  operation: string,
  bytes: Uint8Array | "too_large",
  options: RequestOptions | undefined,
): ReadonlyArray<string> => {
  const isPlain = options?.headers?.["content-type"] === undefined
  if (bytes === "too_large" || bytes.length === 0 || !isPlain) return []
  const sent: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const { value } = placeAt(document, `${operation}/requestBody`)
  if (value === undefined) return isFields(sent) && Object.keys(sent).length === 0 ? [] : ["takes a body"]
  return told("request", validator.body(`${operation}/requestBody/content/application~1json/schema`, sent))
}

const fieldsAt = (pointer: string) => {
  const { value } = placeAt(document, pointer)
  return fieldsOf(value)
}

const told = (what: string, { problems, valid }: Verdict): ReadonlyArray<string> =>
  valid ? [] : [`${what}: ${problems}`]
