import type { Schema } from "effect"
import { choiceFilter, textFilter } from "../pagination/filterKinds.ts"
import { SubscriptionState } from "./subscriptionState.ts"

/** The filters of the list of subscriptions. */
export const subscriptionFilters = {
  estado: choiceFilter(SubscriptionState, "En ese estado."),
  contacto_id: textFilter("De ese contacto, por su id."),
}
export type SubscriptionFilters = Schema.Struct.Type<typeof subscriptionFilters>
