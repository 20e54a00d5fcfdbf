import { queueContract } from "../contract/queueContract.ts"
import { testStoragePostgres } from "../support/testStorage.ts"

queueContract("PostgreSQL", testStoragePostgres)
