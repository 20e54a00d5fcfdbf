import { bundleCore, bundleRules } from "./bundle.ts"
import { type Size, sizeOf, sizesByRoom } from "./bundleSize.ts"

// Prints the size of the core in a browser or a worker: all that it exports and @noble/hashes, without effect;
// and of its rules alone, from amounts and taxes to issued, corrected and verified invoices.

const row = (name: string, { gzip, raw }: Size): string =>
  name.padEnd(20) + [raw, gzip].map((bytes) => String(bytes).padStart(9)).join("")

console.log(`${" ".repeat(20)}      raw     gzip`)
for (const [room, size] of await sizesByRoom()) console.log(row(room, size))
console.log(row("the rules", sizeOf((await bundleRules()).text)))
console.log(row("the whole", sizeOf((await bundleCore()).text)))
