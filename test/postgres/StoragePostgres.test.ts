import { testStoragePostgres } from "../support/testStorage.ts"
import { storageContract } from "../contract/storageContract.ts"

storageContract("PostgreSQL", testStoragePostgres)
