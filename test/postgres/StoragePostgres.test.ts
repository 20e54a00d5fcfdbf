import { sharedStorage, testStoragePostgres } from "../support/testStorage.ts"
import { storageContract } from "../contract/storageContract.ts"

storageContract("PostgreSQL", sharedStorage(testStoragePostgres, "delivery"))
