import { Context } from "effect"
import type { RecordingTerms } from "../registry/RecordingTerms.ts"

/**
 * By which software, and for which service of the tax authority, this installation makes records: for workers, which issue
 * invoices that nobody asks for at that moment. The same that its HTTP interface is told.
 */
export class Recording extends Context.Tag("talonario/Recording")<Recording, Omit<RecordingTerms, "modo">>() {}
