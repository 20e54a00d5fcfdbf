import { assert, it } from "@effect/vitest"
import { Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { makeTalonario, valueOf } from "../../runtimes/embedded/makeTalonario.ts"
import { plainQueueLayer } from "../../runtimes/embedded/ports/plainQueue.ts"
import { queueContract } from "../contract/queueContract.ts"

queueContract(
  "a plain object over the memory's own",
  Layer.provideMerge(plainQueueLayer((own) => ({ ...own })), StorageMemory.layer),
)

it("a queue that always rings delays nobody, and only workers ask it", async () => {
  let asked = 0
  const rung = async () => void asked++
  const talonario = await makeTalonario({ log: () => {}, queue: (own) => ({ ...own, rung }) })
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.strictEqual(asked, 0)
  talonario.work()
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.isAbove(asked, 0)
  assert.isBelow(asked, 100)
  valueOf(await talonario.organizaciones.listOrganizations())
  await talonario.close()
})
