import { Effect } from "effect"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { openAnswering, urlOf } from "../support/answeringServer.ts"

/** A request that a collector got. */
export interface Export {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/** A collector on a free port that answers with `answer`, or else with 200. */
export const collector = (answer: (response: ServerResponse) => void = (response) => void response.end()) =>
  Effect.gen(function*() {
    const exports: Array<Export> = []
    const server = yield* openAnswering((request, response) => {
      const chunks: Array<Uint8Array> = []
      request.on("data", (chunk: Uint8Array) => chunks.push(chunk))
      request.on("end", () => {
        exports.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) })
        answer(response)
      })
    })
    const to = (path: string): ReadonlyArray<Export> => exports.filter((one) => one.path === path)
    return { url: urlOf(server), exports, to }
  })

/** The numbered fields of a protobuf message; texts and nested messages as bytes. */
const fieldsOf = (message: Uint8Array): ReadonlyArray<readonly [number, bigint | Uint8Array]> => {
  const fields: Array<readonly [number, bigint | Uint8Array]> = []
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n;; shift += 7n) {
      const byte = view.getUint8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const bytes = (length: number): Uint8Array => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(varint())
    const kind = tag & 7
    if (kind > 2 && kind !== 5) throw new Error(`no protobuf: wire type ${kind}`)
    const value = kind === 0 ? varint() : bytes(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()))
    fields.push([tag >> 3, value])
  }
  return fields
}

/** All values under a path of field numbers. */
const under = (message: Uint8Array, [field, ...rest]: ReadonlyArray<number>): ReadonlyArray<bigint | Uint8Array> => {
  const found = fieldsOf(message).filter(([number]) => number === field).map(([, value]) => value)
  return rest.length === 0 ? found : found.flatMap((value) => (typeof value === "bigint" ? [] : under(value, rest)))
}

/** The texts under a path of field numbers. */
export const textsUnder = (message: Uint8Array, path: ReadonlyArray<number>): ReadonlyArray<string> =>
  under(message, path).map((value) => (typeof value === "bigint" ? String(value) : new TextDecoder().decode(value)))

/** Field numbers of opentelemetry/proto/collector. */
export const spanNames = [1, 2, 2, 5]
export const spanTraceIds = [1, 2, 2, 1]
export const spanAttributeNames = [1, 2, 2, 9, 1]
export const metricNames = [1, 2, 2, 1]
export const logTexts = [1, 2, 2, 5, 1]
export const factNames = [1, 2, 2, 6, 1]
export const factTexts = [1, 2, 2, 6, 2, 1]
export const resourceNames = [1, 1, 1, 1]
export const resourceValues = [1, 1, 1, 2, 1]

/** The bytes under a path of field numbers, in hexadecimal. */
export const hexUnder = (message: Uint8Array, path: ReadonlyArray<number>): ReadonlyArray<string> =>
  under(message, path).map((value) => (typeof value === "bigint" ? "" : Buffer.from(value).toString("hex")))
