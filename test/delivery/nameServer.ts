import { Effect, type Scope } from "effect"
import { createSocket, type Socket } from "node:dgram"
import { once } from "node:events"

/** What a name server answers: addresses, that the name does not exist, that it failed, or nothing at all. */
export type NameAnswer = ReadonlyArray<`${number}.${number}.${number}.${number}`> | "no such name" | "failure" | "silence"

/** Decides the answer to a question. */
type Answering = (name: string, asksForIpv4: boolean) => NameAnswer

/**
 * A name server on loopback, over UDP, which knows IPv4 addresses only. Returns its address, in the form that resolvers
 * take.
 */
export const nameServer = (answer: Answering): Effect.Effect<string, never, Scope.Scope> =>
  Effect.gen(function*() {
    const socket = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const made = createSocket("udp4")
        made.bind(0, "127.0.0.1")
        await once(made, "listening")
        return made
      }),
      (made) => Effect.sync(() => void made.close()),
    )
    socket.on("message", (query, { address, port }) => reply(socket, query, answer, address, port))
    return `127.0.0.1:${socket.address().port}`
  })

const reply = (socket: Socket, query: Buffer, answer: Answering, address: string, port: number): void => {
  const { asksForIpv4, end, name } = questionOf(query)
  const given = answer(name, asksForIpv4)
  if (given === "silence") return
  const addresses = typeof given === "string" || !asksForIpv4 ? [] : given
  const header = Buffer.from(query.subarray(0, 12))
  // RFC 1035, section 4.1.1: a recursive answer, its code, one question, the number of answers, and nothing else.
  header.writeUInt16BE(0x8180 | (given === "no such name" ? 3 : given === "failure" ? 2 : 0), 2)
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8)
  const records = addresses.map((one) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...one.split(".").map(Number)]))
  socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address)
}

/** The name, whose labels each follow their length, and the type of record (RFC 1035, section 4.1.2). */
const questionOf = (query: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join("."), asksForIpv4: query.readUInt16BE(at + 1) === 1, end: at + 5 }
}
