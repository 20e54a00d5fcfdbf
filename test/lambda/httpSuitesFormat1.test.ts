import { deployments } from "./deployments.ts"
import { httpSuitesThrough } from "./httpSuites.ts"

await httpSuitesThrough(deployments.mappedRestApi)
