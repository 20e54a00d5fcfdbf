import { Context } from "effect"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"

/**
 * By which software, and for which service of the tax authority, this installation makes records. It is for workers, which
 * issue the invoices of subscriptions; the HTTP interface is configured with the same.
 */
export class Recording extends Context.Tag("talonario/Recording")<Recording, Omit<RecordingTerms, "modo">>() {}
