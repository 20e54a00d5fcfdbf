import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const names = Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), { default: () => ({}) })

const Entry = Schema.Struct({
  version: Schema.optional(Schema.String),
  integrity: Schema.optional(Schema.String),
  license: Schema.optional(Schema.String),
  hasInstallScript: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: Schema.optionalWith(
    Schema.Record({ key: Schema.String, value: Schema.Struct({ optional: Schema.optional(Schema.Boolean) }) }),
    { default: () => ({}) },
  ),
})

/** A package in package-lock.json; the one with the empty path is ours. */
export type LockedPackage = typeof Entry.Type

/** Packages by their paths, such as `node_modules/pg/node_modules/pg-types`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>

const Lock = Schema.parseJson(Schema.Struct({ packages: Schema.Record({ key: Schema.String, value: Entry }) }))

const textOf = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8")

/** The packages of package-lock.json. */
export const lockedPackages = (): LockedPackages => Schema.decodeSync(Lock)(textOf("package-lock.json")).packages

const Manifest = Schema.parseJson(Schema.Struct({
  allowScripts: Schema.Record({ key: Schema.String, value: Schema.Boolean }),
}))

/** Whether a package may run an install script, by its name. */
export const allowedScripts = (): Readonly<Record<string, boolean>> =>
  Schema.decodeSync(Manifest)(textOf("package.json")).allowScripts

/** The name of the package at a path. */
export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, "")

/**
 * The paths of packages that come into other people's programs with ours: our dependencies and peer dependencies, including
 * optional ones, and everything that these depend on.
 */
export const shippedPaths = (packages: LockedPackages): ReadonlySet<string> => {
  const shipped = new Set<string>()
  const visit = (from: string, wanted: ReadonlyArray<string>): void => {
    for (const name of wanted) {
      const path = found(packages, from, name)
      if (path === undefined || shipped.has(path)) continue
      shipped.add(path)
      visit(path, neededBy(packages[path]))
    }
  }
  const own = packages[""]
  visit("", [...neededBy(own), ...Object.keys(own?.peerDependencies ?? {})])
  return shipped
}

const neededBy = (one: LockedPackage | undefined): ReadonlyArray<string> => {
  if (one === undefined) return []
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = one
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
}

/** The path at which Node would find a package that another one imports. */
const found = (packages: LockedPackages, from: string, name: string): string | undefined => {
  for (let place = from;; place = place.slice(0, Math.max(0, place.lastIndexOf("node_modules/") - 1))) {
    const path = `${place === "" ? "" : `${place}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (place === "") return undefined
  }
}
