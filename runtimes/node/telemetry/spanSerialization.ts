import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import { Effect, Layer, Predicate } from "effect"

/** Attributes that the library gives to every span that fails, though it was not interrupted. */
const untrue = new Set<unknown>(["span.label", "status.interrupted"])

/** Protobuf, in which no span that failed is said to have been interrupted. */
export const spanSerialization: Layer.Layer<OtlpSerialization.OtlpSerialization> = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (serialization) => ({
    ...serialization,
    traces: (data: unknown) => {
      for (const span of spansIn(data)) withoutUntrue(span)
      return serialization.traces(data)
    },
  })),
).pipe(Layer.provide(OtlpSerialization.layerProtobuf))

const spansIn = (data: unknown): ReadonlyArray<unknown> =>
  listIn(data, "resourceSpans").flatMap((one) => listIn(one, "scopeSpans")).flatMap((one) => listIn(one, "spans"))

const listIn = (value: unknown, property: string): Array<unknown> => {
  const list = Predicate.hasProperty(value, property) ? value[property] : undefined
  return Array.isArray(list) ? list : []
}

/** Changes the span in place: it is sent once, and nobody else uses it. */
const withoutUntrue = (span: unknown): void => {
  const attributes = listIn(span, "attributes")
  const kept = attributes.filter((one) => !(Predicate.hasProperty(one, "key") && untrue.has(one.key)))
  attributes.splice(0, attributes.length, ...kept)
}
