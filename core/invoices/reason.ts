import { Schema } from "effect"
import { text } from "../fields/fieldSchemas.ts"
import { oneLine } from "../text/oneLine.ts"

/** Why something is done, in up to 500 characters: one line, whatever line ends were sent. */
export const reason = (bounds: { readonly min?: 0 | 1 } = {}) => {
  const words = text({ ...bounds, max: 500 })
  return Schema.transform(words, words, {
    strict: true,
    decode: oneLine,
    encode: (value) => value,
  })
}
