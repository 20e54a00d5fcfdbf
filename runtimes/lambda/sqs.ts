import { endOnSigterm } from "./container/Container.ts"
import { functionSettings } from "./functionSettings.ts"
import { jobServices } from "./jobs/jobServices.ts"
import { makeSqsHandler } from "./makeSqsHandler.ts"

/** The module that Lambda loads for the queue of SQS that names of jobs travel through (docs/lambda.md). */
const sqs = makeSqsHandler(jobServices(functionSettings()))
sqs.open()
endOnSigterm(sqs)

export const { handler } = sqs
