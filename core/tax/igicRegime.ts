import { Schema } from "effect"

/** The company's regime under the Canary tax (contract, section 2.1). */
export const IgicRegime = Schema.Literal("general", "repep", "minorista")
export type IgicRegime = typeof IgicRegime.Type
