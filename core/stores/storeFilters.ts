import type { Schema } from "effect"
import { choiceFilter } from "../pagination/filterKinds.ts"
import { StoreState } from "./Store.ts"

/** The filters of the list of stores. */
export const storeFilters = { estado: choiceFilter(StoreState, "En ese estado.") }
export type StoreFilters = Schema.Struct.Type<typeof storeFilters>
