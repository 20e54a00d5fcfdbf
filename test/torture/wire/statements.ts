/** What a client sends together: its messages up to the one that asks for answers. */
export interface Asked {
  /** The SQL of its statements, in order; empty when it asks for something else. */
  readonly texts: ReadonlyArray<string>
  readonly bytes: Buffer
}

/**
 * Divides what a client sends (PostgreSQL's protocol 3, "Message Formats") into what it asks together. Incomplete messages wait
 * until they are complete; the start-up message, which has no statements, is passed on by itself.
 */
export class StatementReader {
  private received: Buffer = Buffer.alloc(0)
  private isStarted = false
  private begun: Array<Buffer> = []
  private texts: Array<string> = []
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

  /** The next complete message. Each has a letter and a length, only the first has no letter. */
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
      return { texts: [], bytes: message }
    }
    const letter = String.fromCharCode(message[0] ?? 0)
    if (letter === "Q") this.texts.push(textAt(message, 5))
    if (letter === "P") this.parse(message)
    // A statement is bound once for each execution.
    if (letter === "B") this.texts.push(this.named.get(statementOf(message)) ?? "")
    this.begun.push(message)
    return "PBDECH".includes(letter) ? undefined : this.ended()
  }

  private parse(message: Buffer): void {
    const name = textAt(message, 5)
    this.named.set(name, textAt(message, 5 + Buffer.byteLength(name) + 1))
  }

  private ended(): Asked {
    const asked = { texts: this.texts, bytes: Buffer.concat(this.begun) }
    this.begun = []
    this.texts = []
    return asked
  }
}

const textAt = (message: Buffer, from: number): string => message.toString("utf8", from, message.indexOf(0, from))

/** The name of the statement in a Bind message, where it follows that of the portal. */
const statementOf = (message: Buffer): string => textAt(message, message.indexOf(0, 5) + 1)

/** The message of a simple query. */
export const asked = (sql: string): Buffer => {
  const text = Buffer.from(`${sql}\0`, "utf8")
  const head = Buffer.alloc(5)
  head.write("Q", 0, "latin1")
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}
