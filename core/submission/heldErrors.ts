/** AEAT has a record under the invoice's number: this very one, or another invoice's. */
export const duplicated = 3000

/** The invoice to be annulled was annulled already. */
export const annulledThere = 3001

/** AEAT has no record of the invoice to be annulled or corrected. */
export const unknownThere = 3002
