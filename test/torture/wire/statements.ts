/** One thing that a client asks of the server: its messages up to the one that asks for an answer. */
export interface Asked {
  /** SQL, as far as it is known; empty for what is no statement. */
  readonly text: string
  readonly bytes: Buffer
}

/**
 * Cuts what a client sends (PostgreSQL's protocol 3, "Message Formats") into statements. What it was sent in pieces
 * waits until it is whole; the start of the conversation, which has no statements, passes as it stands.
 */
export class StatementReader {
  private received: Buffer = Buffer.alloc(0)
  private isStarted = false
  private begun: Array<Buffer> = []
  private text = ""
  private readonly named = new Map<string, string>()

  read(chunk: Buffer): ReadonlyArray<Asked> {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk])
    const whole: Array<Asked> = []
    for (let message = this.next(); message !== undefined; message = this.next()) {
      const asked = this.add(message)
      if (asked !== undefined) whole.push(asked)
    }
    return whole
  }

  /** Messages have a letter and a length, the first one only a length. */
  private next(): Buffer | undefined {
    const head = this.isStarted ? 1 : 0
    if (this.received.length < head + 4) return undefined
    const length = head + this.received.readInt32BE(head)
    if (this.received.length < length) return undefined
    const message = this.received.subarray(0, length)
    this.received = this.received.subarray(length)
    return message
  }

  private add(message: Buffer): Asked | undefined {
    if (!this.isStarted) {
      this.isStarted = true
      return { text: "", bytes: message }
    }
    const letter = String.fromCharCode(message[0] ?? 0)
    if (letter === "Q") return this.ended(message, textAt(message, 5))
    if (letter === "P") this.parse(message)
    if (letter === "B" && this.text === "") this.text = this.named.get(statementOf(message)) ?? ""
    if ("PBDECH".includes(letter)) {
      this.begun.push(message)
      return undefined
    }
    return this.ended(message, this.text)
  }

  private parse(message: Buffer): void {
    const name = textAt(message, 5)
    this.text = textAt(message, 5 + Buffer.byteLength(name) + 1)
    if (name !== "") this.named.set(name, this.text)
  }

  private ended(message: Buffer, text: string): Asked {
    const bytes = Buffer.concat([...this.begun, message])
    this.begun = []
    this.text = ""
    return { text, bytes }
  }
}

const textAt = (message: Buffer, from: number): string => message.toString("utf8", from, message.indexOf(0, from))

/** A portal's name comes first, its statement's second. */
const statementOf = (message: Buffer): string => textAt(message, message.indexOf(0, 5) + 1)

/** A simple statement, as a client sends it. */
export const asked = (sql: string): Buffer => {
  const text = Buffer.from(`${sql}\0`, "utf8")
  const head = Buffer.alloc(5)
  head.write("Q", 0, "latin1")
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
