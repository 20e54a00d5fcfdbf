import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { namedJobsContract } from "../contract/namedJobsContract.ts"
import { queueContract } from "../contract/queueContract.ts"

queueContract("memory", StorageMemory.layer)
namedJobsContract("memory", StorageMemory.layer)
