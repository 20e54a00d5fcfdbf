import { Schema } from "effect"
import { text } from "../fields/fieldSchemas.ts"
import { oneLine } from "../text/oneLine.ts"

/** A `motivo`, why somebody does something: up to 500 characters, made one line if it was sent as several. */
export const reason = (bounds: { readonly min?: 0 | 1 } = {}) => {
  const words = text({ ...bounds, max: 500 })
  return Schema.transform(words, words, {
    strict: true,
    decode: oneLine,
    encode: (value) => value,
  })
}
