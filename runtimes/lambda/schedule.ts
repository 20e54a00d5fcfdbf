import { endOnSigterm } from "./container/Container.ts"
import { functionSettings } from "./functionSettings.ts"
import { jobServices } from "./jobs/jobServices.ts"
import { makeScheduleHandler } from "./makeScheduleHandler.ts"

/** The module that Lambda loads for the schedule of EventBridge, once a minute (docs/lambda.md). */
const schedule = makeScheduleHandler(jobServices(functionSettings()))
schedule.open()
endOnSigterm(schedule)

export const { handler } = schedule
