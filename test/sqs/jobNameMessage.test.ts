import { assert, it } from "@effect/vitest"
import { delaySecondsOf, longestDelayMillis } from "../../adapters/sqs/jobNameMessage.ts"
import { instant } from "../../core/calendar/instant.ts"
import { mailJob } from "../../core/jobs/Job.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

it("a message comes when its job is due and not before, within the 0 to 900 seconds that SQS allows", () => {
  const now = Date.UTC(2026, 10, 20)
  const delayUntil = (millis: number) => delaySecondsOf(mailJob(sampleOrganizationId(), sampleId(), instant(now + millis)), now)
  assert.deepStrictEqual([-60_000, 0, 1, 1_000, 1_001, longestDelayMillis].map(delayUntil), [0, 0, 1, 1, 2, 900])
})
