import { Effect, Either, Option, Schema } from "effect"
import { type AccessKey, AccessKeyName } from "../../../../core/access/AccessKey.ts"
import { revokeAccessKey } from "../../../../core/access/accessKeyCommands.ts"
import { accessKeyResource } from "../../../../core/access/accessKeyResource.ts"
import { issueAccessKey } from "../../../../core/access/issueAccessKey.ts"
import type { KeyMode } from "../../../../core/access/keyText.ts"
import { type Scope, scopes } from "../../../../core/access/scopes.ts"
import { isoInstant } from "../../../../core/calendar/instant.ts"
import { GroupCommit } from "../../../../core/commit/GroupCommit.ts"
import { inputDecoder } from "../../../../core/fields/inputDecoder.ts"
import { organizationId } from "../../../../core/identifiers/organizationId.ts"
import { findOrganization } from "../../../../core/organizations/findOrganization.ts"
import { Storage } from "../../../../core/ports/Storage.ts"
import { notFound } from "../../../../core/refusals/refusal.ts"
import { engine } from "../../engine.ts"
import type { Answer, Run } from "../Command.ts"
import { WrongUsage } from "../commandErrors.ts"
import { required, requiredId, together } from "../options.ts"

const modeOf = (text: string): Effect.Effect<KeyMode, WrongUsage> =>
  text === "live" || text === "test"
    ? Effect.succeed(text)
    : new WrongUsage({ message: `--mode is live or test, not "${text}"` })

/** "all", or some of the scopes. */
const scopesOf = (text: string): Effect.Effect<ReadonlyArray<Scope>, WrongUsage> => {
  if (text === "all") return Effect.succeed(scopes)
  const named = text.split(",").map((name) => name.trim()).filter((name) => name !== "")
  const known = scopes.filter((scope) => named.includes(scope))
  const unknown = named.filter((name) => !known.some((scope) => scope === name))
  if (unknown.length > 0) return new WrongUsage({ message: `unknown scopes: ${unknown.join(", ")}; known: ${scopes.join(", ")}` })
  return known.length === 0 ? new WrongUsage({ message: "--scopes names no scope" }) : Effect.succeed(known)
}

const decodeName = inputDecoder(Schema.Struct({ nombre: AccessKeyName }))

const shownText = ({ id, modo, nombre, revocada, ultimo_uso }: AccessKey): string => {
  const used = ultimo_uso === null ? "sin uso" : `usada ${isoInstant(ultimo_uso)}`
  return `${id}  ${modo}  ${revocada === null ? "activa" : "revocada"}  ${used}  ${nombre ?? ""}`.trimEnd()
}

/** `talonario key create` */
export const createKey: Run = (options) =>
  Effect.gen(function*() {
    const { granted, modo, org } = yield* Effect.mapError(Effect.all({
      org: required(options, "org"),
      modo: Effect.flatMap(required(options, "mode"), modeOf),
      granted: Effect.flatMap(required(options, "scopes"), scopesOf),
    }, { mode: "validate" }), together)
    const named = decodeName({ nombre: options.value("nombre") })
    if (Either.isLeft(named)) return yield* Effect.fail(named.left)
    const input = { modo, scopes: granted, nombre: named.right.nombre ?? null }
    const { accessKey, clave } = yield* Effect.provide(issueAccessKey(organizationId(org), input), engine)
    const answer: Answer = { text: clave, json: { id: accessKey.id, clave, modo, scopes: granted } }
    return answer
  })

/** `talonario key list` */
export const listKeys: Run = (options) =>
  Effect.gen(function*() {
    const org = organizationId(yield* required(options, "org"))
    const read = Effect.zipRight(
      findOrganization(org),
      Effect.flatMap(Storage, ({ accessKeys }) => accessKeys(org)),
    )
    const keys = yield* Effect.provide(read, engine)
    const answer: Answer = { text: keys.map(shownText).join("\n"), json: keys.map(accessKeyResource) }
    return answer
  })

/** `talonario key revoke` */
export const revokeKey: Run = (options) =>
  Effect.gen(function*() {
    const id = yield* requiredId(options, "key")
    const act = Effect.gen(function*() {
      const storage = yield* Storage
      const { run } = yield* GroupCommit
      const found = Option.getOrUndefined(yield* storage.accessKeyById(id))
      if (found === undefined) return yield* Effect.fail(notFound("la clave de acceso"))
      return yield* run(revokeAccessKey(found.organizationId, found.id))
    })
    const key = yield* Effect.provide(act, engine)
    const answer: Answer = { text: shownText(key), json: accessKeyResource(key) }
    return answer
  })
