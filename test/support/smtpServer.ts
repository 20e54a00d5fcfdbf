import { once } from "node:events"
import { createServer, type Socket } from "node:net"

/** A letter as a mail server took it. */
export interface TakenLetter {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
}

/** What a mail server does otherwise than usual. */
export interface SmtpManners {
  /** When a letter that is complete is taken; at once unless told. */
  readonly atDot?: (take: () => void, socket: Socket) => void
  /** What it says to a verb of four letters, such as "MAIL", or as greeting ("220"), or to a letter ("."). */
  readonly says?: Readonly<Record<string, string>>
}

/**
 * A mail server of a few words (RFC 5321) on a port of its own, without TLS; any password will do. It refuses addresses
 * that begin with "refused", for good, and puts off those that begin with "later".
 */
export const openSmtpServer = async ({ atDot = (take) => take(), says = {} }: SmtpManners = {}) => {
  const letters: Array<TakenLetter> = []
  const heard: Array<string> = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    socket.on("error", () => {})
    const take = (letter: TakenLetter) => () => {
      letters.push(letter)
      socket.write("250 taken\r\n")
    }
    converse(socket, says, (line) => heard.push(line), (letter) => atDot(take(letter), socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return { port, letters, heard, open: () => sockets.size, close }
}

const converse = (
  socket: Socket,
  says: Readonly<Record<string, string>>,
  note: (line: string) => void,
  take: (letter: TakenLetter) => void,
): void => {
  let from = ""
  let to: Array<string> = []
  let body: Array<string> | undefined
  let rest = ""
  const say = (line: string) => socket.write(`${line}\r\n`)
  const addressIn = (line: string) => /<(.*)>/.exec(line)?.[1] ?? ""
  const hear = (line: string): void => {
    if (body !== undefined) {
      if (line !== ".") return void body.push(line.startsWith("..") ? line.slice(1) : line)
      const letter = { from, to, text: body.join("\r\n") }
      body = undefined
      to = []
      return says["."] === undefined ? take(letter) : void say(says["."])
    }
    note(line)
    const verb = line.slice(0, 4).toUpperCase()
    const own = says[verb]
    if (own !== undefined) return void say(own)
    if (verb === "EHLO") return void say("250-hello\r\n250 AUTH PLAIN")
    if (verb === "HELO" || verb === "RSET") return void say("250 hello")
    if (verb === "AUTH") return void say("235 ok")
    if (verb === "STAR") return void say("502 no TLS here")
    if (verb === "MAIL") {
      from = addressIn(line)
      return void say("250 ok")
    }
    if (verb === "RCPT") {
      const address = addressIn(line)
      if (address.startsWith("refused")) return void say("550 no such mailbox")
      if (address.startsWith("later")) return void say("451 try again later")
      to.push(address)
      return void say("250 ok")
    }
    if (verb === "DATA") {
      body = []
      return void say("354 go on")
    }
    say("221 bye")
    socket.end()
  }
  say(says["220"] ?? "220 test")
  socket.on("data", (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\r\n")
    rest = lines.pop() ?? ""
    for (const line of lines) hear(line)
  })
}
