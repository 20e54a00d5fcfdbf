import { storageContract } from "../contract/storageContract.ts"
import { sharedStorage, testStoragePostgres } from "../support/testStorage.ts"

storageContract("PostgreSQL", sharedStorage(testStoragePostgres, "delivery"))
