import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { queueContract } from "../contract/queueContract.ts"

queueContract("memory", StorageMemory.layer)
