import { assert, describe, it } from "@effect/vitest"
import { instant } from "../../core/calendar/instant.ts"
import { Snapshot } from "../../core/commit/Snapshot.ts"
import { mailJob, webhookJob } from "../../core/jobs/Job.ts"
import { sampleId, sampleOrganizationId } from "../support/samples.ts"

const company = sampleOrganizationId()
const id = sampleId()

describe("the rows of a batch", () => {
  it("come with the earliest of the jobs that its decisions put under one name", () => {
    const snapshot = new Snapshot()
    for (const due of [5, 3, 4]) snapshot.putJob(webhookJob(company, id, instant(due)))
    snapshot.putJob(mailJob(company, id, instant(9)))
    assert.deepStrictEqual(snapshot.jobsPut(), [webhookJob(company, id, instant(3)), mailJob(company, id, instant(9))])
  })
})
