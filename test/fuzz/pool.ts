import type { Answer } from "../../runtimes/memory/exchange.ts"
import { kept } from "./operations.ts"

/** What exists: the path parameters of each resource, by collection, and the cursors of lists. */
export interface Pool {
  readonly add: (collection: string, values: ReadonlyArray<string>) => void
  /** Adds the resource that the Location header of an answer leads to. */
  readonly addMade: (answer: Answer) => void
  readonly of: (collection: string) => ReadonlyArray<ReadonlyArray<string>>
  /** Replaces the placeholders in a text with identifiers. */
  readonly resolve: (text: string) => string
}

export const makePool = (): Pool => {
  const held = new Map<string, Array<ReadonlyArray<string>>>()
  const of = (collection: string) => held.get(collection) ?? []
  const add: Pool["add"] = (collection, values) => {
    const all = held.get(collection) ?? []
    const isThere = all.some((one) => one.join("/") === values.join("/"))
    if (!isThere) held.set(collection, [...all, values])
  }
  return {
    add,
    addMade: ({ headers }) => {
      const [, collection, id] = /\/api\/v1(\/.*)\/([^/]+)$/.exec(headers["location"] ?? "") ?? []
      if (collection !== undefined && id !== undefined) add(collection, [id])
    },
    of,
    resolve: (text) =>
      text.replaceAll(/~(\d+)~(\d+)~(\d*)~/g, (_, collection: string, at: string, which: string) => {
        const all = of(kept[Number(collection)] ?? "")
        const values = all[Number(at) % Math.max(all.length, 1)] ?? []
        return values.at(which === "" ? -1 : Number(which)) ?? "inexistente"
      }),
  }
}

/**
 * Stands for an identifier that is filled in when the request is sent: path parameter `which` of a resource, or
 * the last one. Neither JSON nor an address escapes its characters.
 */
export const placeholder = (collection: string, at: number, which?: number): string =>
  `~${kept.indexOf(collection)}~${at}~${which ?? ""}~`
