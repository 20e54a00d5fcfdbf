import { joinedBytes } from "./joinedBytes.ts"
import { utf16Hex } from "./numbers.ts"

/** A reference to an object of the file. */
export type Ref = `${number} 0 R`

const numberOf = (ref: Ref): number => Number.parseInt(ref, 10)

/** One byte per character. */
const latin1 = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** A text string as PDF writes it: UTF-16 after a byte order mark, in hexadecimal. */
export const textOf = (text: string): string => `<feff${utf16Hex(text)}>`

/** The objects of a file in the making (ISO 32000-1, 7.5). They are numbered in the order in which they are asked for. */
export interface PdfObjects {
  /** Gives the reference of an object that will be put later. */
  readonly reserve: () => Ref
  readonly put: (ref: Ref, body: string) => void
  readonly add: (body: string) => Ref
  /** Adds a stream. It is compressed, unless its bytes are to be left as they are or too few to gain by it. */
  readonly addStream: (bytes: Uint8Array | string, entries?: string, asTheyAre?: boolean) => Ref
  /** The whole file; `trailer` has the entries for root, information and identity. Yields now and then. */
  readonly file: (trailer: string) => Generator<void, Uint8Array>
}

/** From how many bytes on a stream is compressed; shorter ones, such as the drawings of stand-ins, gain less than it costs. */
const worthDeflating = 1_000

/** How many objects are packed into one stream. */
const objectsPerStream = 400

// The bytes in the second line tell transfer programs that the file is binary.
const header = latin1("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

/** Starts a file. Its objects are packed into compressed streams, but for those that are streams themselves. */
export const pdfObjects = (deflate: (bytes: Uint8Array) => Uint8Array): PdfObjects => {
  const bodies: Array<string> = [""]
  const streams = new Map<number, ReadonlyArray<Uint8Array>>()
  const reserve = (): Ref => `${bodies.push("") - 1} 0 R`
  const put = (ref: Ref, body: string): void => void (bodies[numberOf(ref)] = body)
  const putStream = (ref: Ref, content: Uint8Array | string, entries: string, asTheyAre: boolean): void => {
    const raw = typeof content === "string" ? latin1(content) : content
    const plain = asTheyAre || raw.length < worthDeflating
    const bytes = plain ? raw : deflate(raw)
    const filter = plain ? "" : " /Filter /FlateDecode"
    const head = `${ref.slice(0, -1)}obj\n<<${entries}${filter} /Length ${bytes.length}>>\nstream\n`
    streams.set(numberOf(ref), [latin1(head), bytes, latin1("\nendstream\nendobj\n")])
  }
  return {
    reserve,
    put,
    add: (body) => {
      const ref = reserve()
      put(ref, body)
      return ref
    },
    addStream: (content, entries = "", asTheyAre = false) => {
      const ref = reserve()
      putStream(ref, content, entries, asTheyAre)
      return ref
    },
    file: function*(trailer) {
      const packed = new Map<number, readonly [stream: number, index: number]>()
      const count = bodies.length
      const numbers: Array<number> = []
      for (let number = 1; number < count; number++) if (!streams.has(number)) numbers.push(number)
      for (let from = 0; from < numbers.length; from += objectsPerStream) {
        const ref = reserve()
        const some = numbers.slice(from, from + objectsPerStream)
        some.forEach((number, index) => packed.set(number, [numberOf(ref), index]))
        const { entries, text } = packedBodies(some, bodies)
        putStream(ref, text, entries, false)
        if (from > 0) yield
      }
      return written(streams, packed, reserve(), trailer, deflate)
    },
  }
}

/** The contents of a stream of objects: where each begins, and then their bodies. */
const packedBodies = (numbers: ReadonlyArray<number>, bodies: ReadonlyArray<string>) => {
  let index = ""
  let text = ""
  for (const number of numbers) {
    index += `${number} ${text.length} `
    text += `${bodies[number] ?? ""}\n`
  }
  return { entries: `/Type /ObjStm /N ${numbers.length} /First ${index.length}`, text: index + text }
}

// The file: streams in the order of their numbers, and the table of where everything is, which is a stream itself.
const written = (
  streams: ReadonlyMap<number, ReadonlyArray<Uint8Array>>,
  packed: ReadonlyMap<number, readonly [stream: number, index: number]>,
  tableRef: Ref,
  trailer: string,
  deflate: (bytes: Uint8Array) => Uint8Array,
): Uint8Array => {
  const parts: Array<Uint8Array> = [header]
  let length = header.length
  const table = numberOf(tableRef)
  const rows = new DataView(new ArrayBuffer(7 * (table + 1)))
  const row = (number: number, kind: number, field: number, last: number): void => {
    rows.setUint8(7 * number, kind)
    rows.setUint32(7 * number + 1, field)
    rows.setUint16(7 * number + 5, last)
  }
  row(0, 0, 0, 0xffff)
  for (const [number, pieces] of [...streams].sort(([one], [other]) => one - other)) {
    row(number, 1, length, 0)
    parts.push(...pieces)
    length += pieces.reduce((sum, piece) => sum + piece.length, 0)
  }
  for (const [number, [stream, index]] of packed) row(number, 2, stream, index)
  row(table, 1, length, 0)
  const plain = rows.byteLength < worthDeflating
  const bytes = plain ? new Uint8Array(rows.buffer) : deflate(new Uint8Array(rows.buffer))
  const filter = plain ? "" : " /Filter /FlateDecode"
  const entries = `/Type /XRef /Size ${table + 1} /W [1 4 2] ${trailer}${filter} /Length ${bytes.length}`
  parts.push(
    latin1(`${table} 0 obj\n<<${entries}>>\nstream\n`),
    bytes,
    latin1(`\nendstream\nendobj\nstartxref\n${length}\n%%EOF\n`),
  )
  return joinedBytes(parts)
}
