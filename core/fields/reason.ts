import { Schema } from "effect"
import { oneLine } from "../text/oneLine.ts"
import { text } from "./fieldSchemas.ts"

/** The schema of a `motivo` in a body: a reason of up to 500 characters. If several lines are sent, they become one. */
export const reason = (bounds: { readonly min?: 0 | 1 } = {}) => {
  const words = text({ ...bounds, max: 500 })
  return Schema.transform(words, words, {
    strict: true,
    decode: oneLine,
    encode: (value) => value,
  })
}
