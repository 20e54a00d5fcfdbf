import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { portOf } from "./portOf.ts"

/** A letter as the mail server accepted it. */
export interface TakenLetter {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
}

/** What the mail server does otherwise than usual. */
export interface SmtpManners {
  /** Called with each complete letter; accepts it by calling `take`. By default at once. */
  readonly atDot?: (take: () => void, socket: Socket) => void
  /** What it replies, by command ("MAIL"); "220" stands for the greeting, "." for the reply to a letter. */
  readonly says?: Readonly<Record<string, string>>
}

/**
 * A minimal mail server (RFC 5321) on a free port, without TLS; any password will do. Addresses that begin with "refused" are
 * refused for good; those that begin with "later" are told to try again later. `heard` holds the commands it got.
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
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy()
      server.close(() => resolve())
    })
  return { port: portOf(server), letters, heard, open: () => sockets.size, close }
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
