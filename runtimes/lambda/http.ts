import { endOnSigterm } from "./container/Container.ts"
import { functionSettings } from "./functionSettings.ts"
import { makeHttpFunction } from "./makeHttpFunction.ts"

/** The module that Lambda loads for the HTTP interface: behind API Gateway or a function URL (docs/lambda.md). */
const http = makeHttpFunction(functionSettings())
http.open()
endOnSigterm(http)

export const { handler } = http
