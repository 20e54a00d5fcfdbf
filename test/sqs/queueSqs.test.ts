import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import * as QueueSqs from "../../adapters/sqs/QueueSqs.ts"
import { queueContract } from "../contract/queueContract.ts"
import { openQueue, skipped } from "./sqsStandIn.ts"

const layer = Layer.unwrapEffect(Effect.map(openQueue, ({ client, queueUrl }) => QueueSqs.layer({ queueUrl, client }))).pipe(
  Layer.provideMerge(StorageMemory.layer),
)

if (skipped === undefined) {
  queueContract("SQS", layer, { prompt: false, leaseEndsMillis: 1_200, histories: 3 })
} else {
  describe("Queue: SQS", () => {
    it.skip(String(skipped), () => {})
  })
}
