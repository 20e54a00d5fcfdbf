import { Schema } from "effect"

/**
 * The order of a list (contract, section 4.1): newest created first, oldest created first, last modified first.
 * Creation and change follow the order of the company's commits, so there are no ties.
 */
export const ListOrder = Schema.Literal("reciente", "antiguo", "modificado")
export type ListOrder = typeof ListOrder.Type

/** Whether a value is the name of an order. */
export const isListOrder = Schema.is(ListOrder)
