import { comparatorApp } from "./app.ts"
import { comparatorPool } from "./pool.ts"

// The comparator in a process of its own. DATABASE_URL names its database; with COMPARATOR_PIPELINE=1 it sends the statements of
// a transaction together. It prints the address on which it listens, and ends on SIGTERM.

const pool = comparatorPool(process.env["DATABASE_URL"] ?? "", process.env["COMPARATOR_PIPELINE"] === "1")
const app = comparatorApp(pool)
const address = await app.listen({ host: "127.0.0.1", port: 0 })
console.log(`comparator listens on ${address}/api/v1`)
process.once("SIGTERM", () => void app.close().then(() => pool.end()))
