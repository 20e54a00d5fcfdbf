import { Layer } from "effect"

/** Whether the host gave a Layer, and not a plain object or function. */
export const isLayerOf = <Id, E, R, Plain>(given: Layer.Layer<Id, E, R> | Plain): given is Layer.Layer<Id, E, R> =>
  Layer.isLayer(given)
