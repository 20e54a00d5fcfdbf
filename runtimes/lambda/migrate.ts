import { migrationSettings } from "./functionSettings.ts"
import { makeMigrateHandler } from "./makeMigrateHandler.ts"

/** The module that Lambda loads to bring the schema up to date, when it is invoked (docs/lambda.md). */
export const { handler } = makeMigrateHandler(migrationSettings())
