import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Schema } from "effect"

/** The opaque identifier of a resource. Any text will do: it names something or not. */
export const id = HttpApiSchema.param("id", Schema.String)
