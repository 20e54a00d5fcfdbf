import { Context, Effect, type Tracer } from "effect"

/**
 * Whether spans are made. Off unless somebody exports them, as a span costs more than many requests that are answered from
 * memory.
 */
export class Tracing extends Context.Reference<Tracing>()("talonario/Tracing", {
  defaultValue: (): boolean => false,
}) {}

/** What a span says beside its name and time: no secrets, no addresses that contain any, nothing about people or invoices. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Adds attributes to the span; does nothing where there is none. */
export type Tell = (attributes: Attributes) => void

/** Adds links to spans that have caused this one without being its parent; does nothing where there is none. */
export type Link = (spans: ReadonlyArray<Tracer.AnySpan>) => void

/** A span, with what is known at its start. */
export interface SpanSettings {
  readonly attributes?: Attributes
  readonly kind?: Tracer.SpanKind
  /** Its parent: null for none; when absent, the current span. */
  readonly parent?: Tracer.AnySpan | null | undefined
}

/** Runs the effect that `run` makes within a span. If it fails, the span is marked as failed. */
export const spanned = <A, E, R>(
  name: string,
  settings: SpanSettings,
  run: (tell: Tell, link: Link) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.useSpan(name, optionsOf(settings), (span) => Effect.withParentSpan(run(tellOf(span), linkOf(span)), span))

/** Like `spanned` where tracing is on; otherwise just runs the effect. */
export const tracedWith = <A, E, R>(
  name: string,
  settings: SpanSettings,
  run: (tell: Tell) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> => Effect.flatMap(Tracing, (on) => (on ? spanned(name, settings, run) : run(tellNobody)))

/** Runs the effect within a span, where tracing is on. */
export const traced = (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => tracedWith(name, {}, () => effect)

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
