import type { Fields } from "../requests/Fields.ts"

/** Each property after a patch: null in the body means its default, and what the body leaves out stays as it is. */
export const merged = (defaults: Fields, present: Fields, body: Fields): Fields =>
  Object.fromEntries(Object.keys(defaults).map((name) =>
    [name, body[name] === undefined ? present[name] : body[name] ?? defaults[name]]))
