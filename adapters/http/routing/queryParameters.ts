import type { FieldIssue } from "../../../core/refusals/refusal.ts"

/** The parameters of a query as sent, each once, and what is wrong with their form. */
export interface QueryParameters {
  readonly values: Readonly<Record<string, string>>
  readonly issues: ReadonlyArray<FieldIssue>
}

const none: QueryParameters = { values: {}, issues: [] }

/** Reads a query (without its question mark). Repeated parameters and malformed percent-encoding are told. */
export const queryParameters = (query: string): QueryParameters => {
  if (query === "") return none
  const values = new Map<string, string>()
  const issues: Array<FieldIssue> = []
  for (const pair of query.split("&")) {
    if (pair === "") continue
    const cut = pair.indexOf("=")
    const sentName = cut === -1 ? pair : pair.slice(0, cut)
    const name = decoded(sentName)
    const value = decoded(cut === -1 ? "" : pair.slice(cut + 1))
    if (name === undefined || value === undefined) {
      issues.push({ campo: name ?? sentName, motivo: "está mal codificado" })
    } else if (name === "") {
      issues.push({ campo: "(consulta)", motivo: "falta el nombre de un parámetro" })
    } else if (values.has(name)) {
      issues.push({ campo: name, motivo: "no puede repetirse" })
    } else {
      values.set(name, value)
    }
  }
  // From entries, so that a parameter called __proto__ is one like any other.
  return { values: Object.fromEntries(values), issues }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}
