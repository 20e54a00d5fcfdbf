import { books } from "./books.ts"
import { database } from "./database.ts"
import { machinery } from "./machinery.ts"
import { numbers } from "./numbers.ts"
import type { PlantedFault } from "./PlantedFault.ts"

/** Every planted fault. */
export const plantedFaults: ReadonlyArray<PlantedFault> = [...numbers, ...books, ...machinery, ...database]
