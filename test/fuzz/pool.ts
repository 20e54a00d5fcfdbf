import type { Answer } from "../../runtimes/memory/exchange.ts"
import { kept } from "./operations.ts"

/** What exists, by collection: the values of the path parameters that lead to each resource; and cursors. */
export interface Pool {
  readonly add: (collection: string, values: ReadonlyArray<string>) => void
  /** Keeps what an answer says where it is. */
  readonly addMade: (answer: Answer) => void
  readonly of: (collection: string) => ReadonlyArray<ReadonlyArray<string>>
  /** Text in which placeholders stand, with the identifiers that they stand for. */
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
 * Stands for an identifier that is known when the request is sent: the `which`th path parameter of a resource
 * (the last one unless told). Written with signs that neither JSON nor an address escapes.
 */
export const placeholder = (collection: string, at: number, which?: number): string =>
  `~${kept.indexOf(collection)}~${at}~${which ?? ""}~`
