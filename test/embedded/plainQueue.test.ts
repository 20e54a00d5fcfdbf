import { Layer } from "effect"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { plainQueueLayer } from "../../runtimes/embedded/plainQueue.ts"
import { queueContract } from "../contract/queueContract.ts"

queueContract(
  "a plain object over the memory's own",
  Layer.provideMerge(plainQueueLayer((own) => ({ ...own })), StorageMemory.layer),
)
