import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { storageContract } from "../contract/storageContract.ts"

storageContract("memory", StorageMemory.layer)
