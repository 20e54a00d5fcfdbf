import { isFields } from "../requests/Fields.ts"

/** Stands for any value, where a JSON value is expected. */
export const anything: unique symbol = Symbol("anything")

/** Where two JSON values differ first, and how; undefined when they are equal. The order of properties does not matter. */
export const difference = (expected: unknown, found: unknown, at = ""): string | undefined => {
  if (expected === anything || expected === found) return undefined
  if (Array.isArray(expected) && Array.isArray(found)) {
    if (expected.length !== found.length) return `${at}: ${expected.length} items expected, ${found.length} found`
    return firstOf(expected.keys(), (place) => difference(expected[place], found[place], `${at}[${place}]`))
  }
  if (isFields(expected) && isFields(found)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(found)])
    return firstOf(names, (name) => difference(expected[name], found[name], `${at}.${name}`))
  }
  return `${at}: ${shown(expected)} expected, ${shown(found)} found`
}

const firstOf = <A>(items: Iterable<A>, find: (item: A) => string | undefined): string | undefined => {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

const shown = (value: unknown): string => (value === undefined ? "nothing" : JSON.stringify(value))
