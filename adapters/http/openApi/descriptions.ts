import { openApiDocument, type OpenApiVersion } from "./openApi.ts"

/** Descriptions that are kept: the versions, each for one or two places where the interface is mounted. */
const keptMax = 8

/**
 * Gives the description of the interface as JSON in UTF-8. Each is made once, and shared by all answers: anybody may ask
 * for it without end and be slow at taking it.
 */
export const makeDescriptions = () => {
  const kept = new Map<string, Uint8Array>()
  return (publicUrl: string, version: OpenApiVersion): Uint8Array => {
    const name = `${version} ${publicUrl}`
    const known = kept.get(name)
    if (known !== undefined) return known
    const made = new TextEncoder().encode(JSON.stringify(openApiDocument(publicUrl, version)))
    if (kept.size < keptMax) kept.set(name, made)
    return made
  }
}
