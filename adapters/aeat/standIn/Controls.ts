import { Schema } from "effect"

const times = Schema.optional(Schema.Int.pipe(Schema.positive()))
const millis = Schema.Int.pipe(Schema.between(0, 600_000))

/** Whether a text is a regular expression. */
const isPattern = (text: string): boolean => {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

const Pattern = Schema.String.pipe(Schema.filter(isPattern, { message: () => "not a regular expression" }))

/**
 * Records whose number matches are answered this code: from 2000 to 2999 they are stored with it, by any other they are
 * refused.
 */
const Objecting = Schema.Struct({
  number: Pattern,
  code: Schema.Int.pipe(Schema.between(1_000, 9_999)),
  description: Schema.optional(Schema.String),
  /** How many records; all, when absent. */
  times,
})

const ofMessages = {
  /** Which messages; those that submit records, when absent. */
  of: Schema.optional(Schema.Literal("submit", "query")),
  /** How many messages; one, when absent. */
  times,
}

/** What may go wrong with whole messages. */
const Trouble = Schema.Union(
  /** The answer comes, late. */
  Schema.Struct({ kind: Schema.Literal("delay"), millis, ...ofMessages }),
  /** The connection ends without an answer, whether or not the records were registered. */
  Schema.Struct({ kind: Schema.Literal("lose"), registered: Schema.Boolean, ...ofMessages }),
  /** The records are registered, and the connection ends half-way through the answer. */
  Schema.Struct({ kind: Schema.Literal("breakOff"), ...ofMessages }),
  /** The records are registered twice, as if another message had brought them before; the second answer is given. */
  Schema.Struct({ kind: Schema.Literal("duplicate"), ...ofMessages }),
  /** A SOAP fault: the message is refused as a whole. */
  Schema.Struct({
    kind: Schema.Literal("fault"),
    side: Schema.Literal("client", "server"),
    code: Schema.NullOr(Schema.Int.pipe(Schema.nonNegative())),
    message: Schema.String,
    ...ofMessages,
  }),
  /** The answer is a page of HTML with this status, such as 503; nothing is registered. */
  Schema.Struct({ kind: Schema.Literal("http"), status: Schema.Int.pipe(Schema.between(300, 599)), ...ofMessages }),
)

/** What the stand-in may be told. What is absent stays as it is. */
export const Controls = Schema.Struct({
  /** TiempoEsperaEnvio of every answer, in seconds. */
  wait: Schema.optional(Schema.Int.pipe(Schema.between(0, 9_999))),
  /** Whether to answer 3001 to the annulment of an annulled invoice, or store it; AEAT does not say when it gives 3001. */
  annulsOnce: Schema.optional(Schema.Boolean),
  /** The most records on a page of a query. */
  pageSize: Schema.optional(Schema.Int.pipe(Schema.between(1, 10_000))),
  /** Replaces all that were given before. */
  reject: Schema.optional(Schema.Array(Objecting)),
  /** Replaces all that were given before. After one is used up, it is the turn of the next. */
  trouble: Schema.optional(Schema.Array(Trouble)),
}).annotations({ identifier: "controls" })
export type Controls = typeof Controls.Type
export type Trouble = typeof Trouble.Type
