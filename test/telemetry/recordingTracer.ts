import { Effect, type Exit, Layer, Tracer } from "effect"
import { Tracing } from "../../core/telemetry/tracing.ts"

/** A span that has ended. */
export interface Recorded {
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly spanId: string
  readonly traceId: string
  readonly parentId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: ReadonlyArray<string>
  readonly failed: boolean
}

/** Makes spans and keeps those that have ended, in that order. */
export const recordingTracer = () => {
  const ended: Array<Recorded> = []
  let ids = 0
  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const started: Tracer.SpanStatus = { _tag: "Started", startTime }
      const span = {
        _tag: "Span" as const,
        name,
        kind,
        parent,
        context,
        links: [...links],
        spanId: `span ${++ids}`,
        traceId: parent._tag === "Some" ? parent.value.traceId : `trace ${ids}`,
        sampled: true,
        status: started,
        attributes: new Map<string, unknown>(),
        attribute: (key: string, value: unknown) => void span.attributes.set(key, value),
        event: () => {},
        addLinks: (more: ReadonlyArray<Tracer.SpanLink>) => void span.links.push(...more),
        end: (_: bigint, exit: Exit.Exit<unknown, unknown>) => {
          ended.push({
            name,
            kind,
            spanId: span.spanId,
            traceId: span.traceId,
            parentId: parent._tag === "Some" ? parent.value.spanId : undefined,
            attributes: Object.fromEntries(span.attributes),
            links: span.links.map((link) => link.span.spanId),
            failed: exit._tag === "Failure",
          })
        },
      }
      return span
    },
    context: (run) => run(),
  })
  return { ended, on: Layer.merge(Layer.setTracer(tracer), Layer.succeed(Tracing, true)), off: Layer.setTracer(tracer) }
}

/** Runs the effect with its spans recorded, and returns the spans. */
export const spansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const { ended, on } = recordingTracer()
  return Effect.as(Effect.provide(effect, on), ended)
}
