import { Context, Effect, type Tracer } from "effect"

/**
 * Whether spans are made. Off unless whoever runs the system exports them: a span costs more than many a read from
 * memory.
 */
export class Tracing extends Context.Reference<Tracing>()("talonario/Tracing", {
  defaultValue: (): boolean => false,
}) {}

/** What a span tells beside its name and time: no secrets, no addresses that hold some, nothing of people or invoices. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Adds to what a span tells; does nothing where none is made. */
export type Tell = (attributes: Attributes) => void

/** Adds what caused a span without being around it; does nothing where none is made. */
export type Link = (spans: ReadonlyArray<Tracer.AnySpan>) => void

/** A span, with what is known at its start. */
export interface SpanSettings {
  readonly attributes?: Attributes
  readonly kind?: Tracer.SpanKind
  /** The span that it is part of: the one around it unless told, null for none. */
  readonly parent?: Tracer.AnySpan | null | undefined
}

/** Runs what `run` makes within a span. A failure ends the span as one. */
export const spanned = <A, E, R>(
  name: string,
  settings: SpanSettings,
  run: (tell: Tell, link: Link) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.useSpan(name, optionsOf(settings), (span) => Effect.withParentSpan(run(tellOf(span), linkOf(span)), span))

/** The same where spans are made; else runs it as it is. */
export const tracedWith = <A, E, R>(
  name: string,
  settings: SpanSettings,
  run: (tell: Tell) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => Effect.flatMap(Tracing, (on) => (on ? spanned(name, settings, run) : run(tellNobody)))

/** The effect within a span, where spans are made. */
export const traced = (name: string, attributes: Attributes = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => tracedWith(name, { attributes }, () => effect)

const optionsOf = ({ attributes = {}, kind = "internal", parent }: SpanSettings): Tracer.SpanOptions => ({
  attributes,
  kind,
  root: parent === null,
  parent: parent ?? undefined,
  captureStackTrace: false,
})

const tellOf = (span: Tracer.Span): Tell => (attributes) => {
  for (const [name, value] of Object.entries(attributes)) span.attribute(name, value)
}

const linkOf = (span: Tracer.Span): Link => (spans) =>
  span.addLinks(spans.map((other) => ({ _tag: "SpanLink", span: other, attributes: {} })))

const tellNobody: Tell = () => {}
