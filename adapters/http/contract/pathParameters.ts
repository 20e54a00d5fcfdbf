import { HttpApiSchema } from "@effect/platform"
import { Schema } from "effect"

/** The opaque identifier of a resource, one segment of the path; any text is let through and names something or not. */
export const id = HttpApiSchema.param("id", Schema.String)
