import { isFields } from "../../adapters/http/openApi/Fields.ts"
import type { Answer, RequestOptions } from "../../runtimes/memory/exchange.ts"
import { problemsOf } from "../support/validatedResponses.ts"

/** Codes by status (contract, section 7). */
const codes: Readonly<Record<number, string>> = {
  401: "no_autenticado",
  403: "sin_permiso",
  404: "no_encontrado",
  409: "conflicto",
  422: "datos_invalidos",
  503: "error_interno",
}

/** Words that only a library's English message contains. */
const english = /\b(expected|must|should|required|missing|undefined|received|invalid|unexpected|null)\b/i

/** Every way in which an answer breaks the contract (section 7) or openapi.json. */
export const answerProblems = (
  method: string,
  path: string,
  options: RequestOptions | undefined,
  answer: Answer,
): ReadonlyArray<string> => {
  const { headers, status } = answer
  const isPrint = /^\/facturas\/[^/]+\/pdf(\?|$)/.test(path)
  const rates = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]
  const unsendable = Object.entries(headers).filter(([, value]) => /[^\x20-\x7E]/.test(value))
  return [
    ...(status >= 500 && !(status === 503 && isPrint) ? [`status is ${status}`] : []),
    ...rates.filter((name) => !/^\d+$/.test(headers[name] ?? "")).map((name) => `${name} is no number`),
    ...unsendable.map(([name]) => `header ${name} is not sendable`),
    ...(status < 300 || method === "HEAD" ? [] : envelopeProblems(answer)),
    ...problemsOf(method, path, options, answer),
  ]
}

const envelopeProblems = ({ json, status }: Answer): ReadonlyArray<string> => {
  const { codigo, detalles, mensaje } = Object(Object(json).error)
  const { campos, motivo, scope } = Object(detalles)
  return [
    ...(codigo === codes[status] ? [] : [`codigo is ${codigo}`]),
    ...(isSpanish(mensaje) ? [] : [`mensaje is ${mensaje}`]),
    ...(status !== 403 || typeof scope === "string" ? [] : ["no scope is named"]),
    ...(status !== 409 || /^[a-z_]+$/.test(String(motivo)) ? [] : ["no motivo is named"]),
    ...(status !== 422 ? [] : fieldProblems(campos)),
  ]
}

const fieldProblems = (campos: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(campos) || campos.length === 0) return ["no campos are named"]
  return campos.flatMap((entry: unknown) => {
    const { campo, motivo } = Object(entry)
    const isComplete = isFields(entry) && typeof campo === "string" && campo !== "" && isSpanish(motivo)
    return isComplete ? [] : [`a campo is ${JSON.stringify(entry)}`]
  })
}

/** A list of accepted values may contain English words. */
const isSpanish = (text: unknown): boolean =>
  typeof text === "string" && text.trim() !== "" && !english.test(text.replace(/ estos valores: [\w, ]+$/, ""))

/** The failing fields of a 422; undefined for any other answer. */
export const failingFields = ({ json, status }: Answer): ReadonlyArray<string> | undefined => {
  const { campos } = Object(Object(Object(json).error).detalles)
  if (status !== 422 || !Array.isArray(campos)) return undefined
  return campos.map((entry) => String(Object(entry).campo))
}

/** Whether one of the failing fields is this property, or something in it. */
export const isNamed = (fields: ReadonlyArray<string>, name: string): boolean =>
  fields.some((campo) => campo === name || campo.startsWith(`${name}.`) || campo.startsWith(`${name}[`))
