import { resolve } from "node:path"
import { bundleFunctions } from "./bundleFunctions.ts"

// Bundles the functions into the folder that is named, `dist-lambda` by default, each to be deployed as a zip.
const folder = resolve(process.argv[2] ?? "dist-lambda")

const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`

for (const { all, atLoad, name } of await bundleFunctions(folder)) {
  console.log(`${name.padEnd(9)} ${kibibytes(atLoad).padStart(9)} at load ${kibibytes(all).padStart(9)} in all`)
}
console.log(`in ${folder}`)
