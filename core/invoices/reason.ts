import { Schema } from "effect"
import { text } from "../fields/fieldSchemas.ts"

/** Why something is done, in up to 500 characters: one line, whatever line ends were sent. */
export const reason = (bounds: { readonly min?: number } = {}) => {
  const words = text({ ...bounds, max: 500 })
  return Schema.transform(words, words, {
    strict: true,
    decode: (value) => value.replaceAll(/[\s\u0085]+/g, " ").trim(),
    encode: (value) => value,
  })
}
