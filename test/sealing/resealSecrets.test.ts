import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Exit, Layer, Option, Schema } from "effect"
import * as SecretBoxWebCrypto from "../../adapters/crypto/SecretBoxWebCrypto.ts"
import * as EntropyWebCrypto from "../../adapters/entropy/EntropyWebCrypto.ts"
import * as StorageMemory from "../../adapters/memory/StorageMemory.ts"
import { instant } from "../../core/calendar/instant.ts"
import { removeCertificate, setCertificate } from "../../core/certificates/certificateCommands.ts"
import type { Command } from "../../core/commit/Command.ts"
import { GroupCommit } from "../../core/commit/GroupCommit.ts"
import { key } from "../../core/commit/tables.ts"
import { SecretBox } from "../../core/ports/SecretBox.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { resealSecrets } from "../../core/sealing/resealSecrets.ts"
import { deleteWebhook } from "../../core/webhooks/deleteWebhook.ts"
import { rotateWebhookSecret } from "../../core/webhooks/rotateWebhookSecret.ts"
import { idOf, makeScene } from "../http/scene.ts"
import { alteredStorage } from "../support/alteredStorage.ts"

const secretOf = (fill: number) => new Uint8Array(32).fill(fill)
const [first, second] = [secretOf(1), secretOf(2)]
const box = (secret: Uint8Array, earlier: ReadonlyArray<Uint8Array> = []) =>
  Layer.provide(SecretBoxWebCrypto.layer(secret, earlier), EntropyWebCrypto.layer)

const shownSecret = Schema.decodeUnknownSync(Schema.Struct({ secreto: Schema.String }))

const certificate = { tipo: "personal", pkcs12: Uint8Array.of(1, 2, 3), password: "clave", titular: "CN=Ana", caduca: instant(9e12) } as const

/** A company with a subscription whose secret was rotated and with a certificate, all sealed under the first secret. */
const sealedCompany = Effect.fnUntraced(function*(storage: Layer.Layer<Storage> = StorageMemory.layer) {
  const scene = yield* makeScene({ secret: first, storage })
  const created = yield* scene.post("/webhooks", { url: "https://example.org/avisos", sucesos: ["*"] })
  assert.strictEqual(created.status, 201, created.text)
  const id = idOf(created)
  const rotated = yield* scene.post(`/webhooks/${id}/rotar-secreto`)
  yield* scene.provide(setCertificate(scene.organizationId, certificate))
  const sealed = scene.provide(Effect.gen(function*() {
    const { find } = yield* Storage
    const webhook = Option.getOrThrow(yield* find("webhook", scene.organizationId, id))
    const kept = Option.getOrThrow(yield* find("certificate", scene.organizationId, scene.organizationId))
    return [webhook.sealedSecret, webhook.previousSecret?.sealed ?? "", kept.sealedPkcs12, kept.sealedPassword]
  }))
  const reseal = (under: Layer.Layer<SecretBox>) => scene.provide(Effect.provide(resealSecrets, under))
  return { id, reseal, scene, sealed, clear: [shownSecret(rotated.json).secreto, shownSecret(created.json).secreto, "AQID", "clave"] }
})

const openedBy = (under: Layer.Layer<SecretBox>, sealed: ReadonlyArray<string>) =>
  Effect.provide(Effect.flatMap(SecretBox, ({ open }) => Effect.forEach(sealed, open)), under)

describe("a new secret of the installation", () => {
  it.scoped("opens what the one before it sealed, and no longer needs that one after resealing", () =>
    Effect.gen(function*() {
      const { clear, reseal, sealed } = yield* sealedCompany()
      const before = yield* sealed
      assert.deepStrictEqual(yield* openedBy(box(second, [first]), before), clear)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(openedBy(box(second), before))))

      const resealed = { webhooks: 1, certificates: 1, unreadable: [] }
      assert.deepStrictEqual(yield* reseal(box(second, [first])), resealed)
      const after = yield* sealed
      assert.deepStrictEqual(yield* openedBy(box(second), after), clear)
      for (const [i, seal] of after.entries()) assert.notStrictEqual(seal, before[i])
      assert.deepStrictEqual(yield* reseal(box(second)), resealed, "again does no harm")
      assert.deepStrictEqual(yield* openedBy(box(second), yield* sealed), clear)
    }))

  it.scoped("leaves what no known secret opens, and reports whose it is", () =>
    Effect.gen(function*() {
      const { clear, id, reseal, scene, sealed } = yield* sealedCompany()
      assert.deepStrictEqual(yield* reseal(box(second)), { webhooks: 0, certificates: 0, unreadable: [id, scene.organizationId] })
      assert.deepStrictEqual(yield* openedBy(box(first), yield* sealed), clear)
    }))

  it.scoped("drops a subscription's previous secret if nobody can open it", () =>
    Effect.gen(function*() {
      const { clear: [present = ""], id, reseal, scene, sealed } = yield* sealedCompany()
      const alien = yield* Effect.provide(Effect.flatMap(SecretBox, ({ seal }) => seal("lost")), box(secretOf(9)))
      yield* scene.provide(Effect.flatMap(GroupCommit, ({ run }) =>
        run<void>({
          organizationId: scene.organizationId,
          reads: () => [key("webhook", scene.organizationId, id)],
          decide: (view) => {
            const row = view.get("webhook", scene.organizationId, id)
            if (row === undefined || row.previousSecret === null) throw new Error("not rotated")
            const previousSecret = { ...row.previousSecret, sealed: alien }
            return Either.right({ result: undefined, events: [], rows: [{ table: "webhook", row: { ...row, previousSecret } }] })
          },
        })))
      assert.deepInclude(yield* reseal(box(second, [first])), { webhooks: 1, unreadable: [] })
      const [now = "", before] = yield* sealed
      assert.deepStrictEqual([yield* openedBy(box(second), [now]), before], [[present], ""])
    }))

  it.scoped("goes through all companies, with a certificate or without, and all of their subscriptions", () =>
    Effect.gen(function*() {
      const scene = yield* makeScene({ secret: first })
      const { live: key, organizationId } = yield* scene.openCompany({ nombre: "Otra", nif: "B87654323" })
      const body = { url: "https://example.org/avisos" }
      yield* scene.post("/webhooks", body)
      yield* scene.post("/webhooks", body)
      yield* scene.request("POST", "/webhooks", { key, body })
      yield* scene.provide(setCertificate(organizationId, certificate))
      const resealed = yield* scene.provide(Effect.provide(resealSecrets, box(second, [first])))
      assert.deepStrictEqual(resealed, { webhooks: 3, certificates: 1, unreadable: [] })
    }))

  it.scoped("neither touches nor counts what is replaced or removed meanwhile", () =>
    Effect.gen(function*() {
      const fresh = box(second, [first])
      /** What happens to subscriptions and to the certificate once they have been read. */
      const meanwhile: Record<string, Effect.Effect<unknown>> = {}
      const after = (table: string) => Effect.suspend(() => meanwhile[table] ?? Effect.void)
      const storage = alteredStorage(({ find, page }) => ({
        find: (...asked) => Effect.zipLeft(find(...asked), after(asked[0])),
        page: (...asked) => Effect.zipLeft(page(...asked), after(asked[0])),
      }))
      const { id, reseal, scene, sealed } = yield* sealedCompany(storage)
      const run = (command: Command<unknown>) => scene.provide(Effect.flatMap(GroupCommit, (commit) => commit.run(command)))
      const twice = Effect.gen(function*() {
        const { seal } = yield* SecretBox
        for (const text of ["new", "newer"]) {
          const row = yield* seal(text)
          yield* run(rotateWebhookSecret(scene.organizationId, id, row))
        }
      })
      const again = setCertificate(scene.organizationId, { ...certificate, password: "otra" })
      const ours = (happens: Effect.Effect<unknown, unknown, SecretBox | GroupCommit>) =>
        Effect.orDie(scene.provide(Effect.provide(happens, fresh)))
      const untouched = { webhooks: 0, certificates: 0, unreadable: [] }

      Object.assign(meanwhile, { webhook: ours(twice), certificate: ours(again) })
      assert.deepStrictEqual(yield* reseal(fresh), untouched)
      Object.assign(meanwhile, { webhook: Effect.void, certificate: Effect.void })
      assert.deepStrictEqual(yield* openedBy(box(second), yield* sealed), ["newer", "new", "AQID", "otra"])

      Object.assign(meanwhile, {
        webhook: ours(run(deleteWebhook(scene.organizationId, id, []))),
        certificate: ours(run(removeCertificate(scene.organizationId))),
      })
      assert.deepStrictEqual(yield* reseal(fresh), untouched)
    }))

  it.scoped("seals a secret anew too that is replaced meanwhile: it signs for another day", () =>
    Effect.gen(function*() {
      let meanwhile: Effect.Effect<unknown> = Effect.void
      const rotatingStorage = alteredStorage(({ page }) => ({
        page: (...asked) => Effect.zipLeft(page(...asked), Effect.suspend(() => meanwhile)),
      }))
      const scene = yield* makeScene({ secret: first, storage: rotatingStorage })
      const created = yield* scene.post("/webhooks", { url: "https://example.org/avisos" })
      const id = idOf(created)
      // By a process that has the new secret already.
      const rotation = Effect.gen(function*() {
        const { run } = yield* GroupCommit
        const { seal } = yield* SecretBox
        yield* run(rotateWebhookSecret(scene.organizationId, id, yield* seal("new")))
      })
      meanwhile = Effect.orDie(scene.provide(Effect.provide(rotation, box(second, [first]))))
      yield* scene.provide(Effect.provide(resealSecrets, box(second, [first])))
      const webhook = Option.getOrThrow(yield* scene.provide(
        Effect.flatMap(Storage, ({ find }) => find("webhook", scene.organizationId, id)),
      ))
      const seals = [webhook.sealedSecret, webhook.previousSecret?.sealed ?? ""]
      assert.deepStrictEqual(yield* openedBy(box(second), seals), ["new", shownSecret(created.json).secreto])
    }))
})
