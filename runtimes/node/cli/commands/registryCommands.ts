import { Effect, Exit, Option } from "effect"
import { sep } from "node:path"
import { type ExportedFile, exportedFile } from "../../../../adapters/aeat/messages/exportedFile.ts"
import { hashText } from "../../../../adapters/crypto/hashText.ts"
import { type CivilDate, parseCivilDate } from "../../../../core/calendar/civilDate.ts"
import { type OrganizationId, organizationId } from "../../../../core/identifiers/organizationId.ts"
import { findOrganization } from "../../../../core/organizations/findOrganization.ts"
import type { Organization } from "../../../../core/organizations/Organization.ts"
import { Storage } from "../../../../core/ports/Storage.ts"
import { notFound } from "../../../../core/refusals/refusal.ts"
import { type ExportedDays, exportRegistry } from "../../../../core/verification/exportRegistry.ts"
import { checkRegistry } from "../../../../core/verification/RegistryVerification.ts"
import type { RegistryReport } from "../../../../core/verification/verifyRegistry.ts"
import { engine } from "../../engine.ts"
import type { Answer, Run } from "../Command.ts"
import { CommandFailed, WrongUsage } from "../commandErrors.ts"
import { withNumberedFiles } from "../numberedFiles.ts"
import { type Options, required, together } from "../options.ts"

/** The company that is named, else all of them, also those of which only the chain is left. */
const companiesOf = (options: Options) =>
  Effect.gen(function*() {
    const all = yield* Effect.flatMap(Storage, ({ companies }) => companies)
    const named = options.value("org")
    if (named === undefined) return all
    return all.some((id) => id === named) ? [organizationId(named)] : yield* Effect.fail(notFound("la organización"))
  })

/** The company's name; empty where its row is gone or cannot be read, which its check tells. */
const nameOf = (id: OrganizationId) =>
  Effect.gen(function*() {
    const { find } = yield* Storage
    const company = yield* Effect.exit(find("organization", id, id))
    return Exit.isSuccess(company) && Option.isSome(company.value) ? company.value.value.nombre : ""
  })

interface Checked extends RegistryReport {
  readonly id: OrganizationId
  readonly nombre: string
}

const verified = (all: ReadonlyArray<Checked>): Answer => {
  const intacta = all.every(({ primer_error }) => primer_error === null)
  return {
    text: all.map(shownText).join("\n"),
    // Decisions, section 5.
    json: { intacta, organizaciones: all.map(shownJson) },
    ...(intacta ? {} : { exitCode: 1 }),
  }
}

const shownText = ({ id, nombre, primer_error, registros }: Checked): string => {
  const said = primer_error === null
    ? `intacta, ${registros} ${registros === 1 ? "registro" : "registros"}`
    : `DAÑADA (${primer_error.clase}): ${primer_error.mensaje}${primer_error.huella === "" ? "" : ` Huella ${primer_error.huella}`}`
  return `${id}  ${nombre}  ${said}`.trimEnd()
}

const shownJson = ({ id, primer_error, registros }: Checked) => ({
  id,
  registros,
  intacta: primer_error === null,
  primer_error: primer_error === null ? null : {
    orden: primer_error.orden,
    huella: primer_error.huella,
    factura_id: primer_error.factura_id,
    clase: primer_error.clase,
    mensaje: primer_error.mensaje,
  },
})

/** `talonario registry verify` */
export const verifyRegistry: Run = (options) =>
  companiesOf(options).pipe(
    Effect.flatMap(Effect.forEach((id) =>
      Effect.zipWith(checkRegistry(id, hashText), nameOf(id), (report, nombre): Checked => ({ ...report, id, nombre })))),
    Effect.map(verified),
    Effect.provide(engine),
  )

/** The day that an option names; null where it is not given. */
const dayOf = (options: Options, name: string): Effect.Effect<CivilDate | null, WrongUsage> => {
  const given = options.value(name)
  if (given === undefined) return Effect.succeed(null)
  const day = parseCivilDate(given)
  return day === undefined
    ? new WrongUsage({ message: `--${name} is a day, YYYY-MM-DD, not "${given}"` })
    : Effect.succeed(day)
}

/** The file that --out names; what ends in a slash would become a file of that name. */
const outOf = (options: Options): Effect.Effect<string, WrongUsage> =>
  Effect.filterOrFail(
    required(options, "out"),
    (path) => !path.endsWith("/") && !path.endsWith(sep),
    (path) => new WrongUsage({ message: `--out is a file, not the folder "${path}"` }),
  )

/** A file of an export that lies on the disk. */
interface WrittenFile extends Omit<ExportedFile, "xml"> {
  /** Its name. */
  readonly fichero: string
}

const fileLine = ({ desde_orden, fichero, hasta_orden, registros }: WrittenFile): string =>
  `${fichero}  ${registros} (${desde_orden} a ${hasta_orden})`

const exportTo = (path: string, company: Organization, days: ExportedDays) =>
  withNumberedFiles(path, ({ write }) =>
    Effect.gen(function*() {
      const ficheros: Array<WrittenFile> = []
      const registros = yield* exportRegistry(company.id, days, (records) =>
        Effect.gen(function*() {
          const file = exportedFile(company, records)
          if (file === undefined) return
          const { xml, ...facts } = file
          ficheros.push({ fichero: yield* write(xml), ...facts })
        }))
      if (registros === 0) return yield* new CommandFailed({ message: "there are no records of these days" })
      return { registros, ficheros }
    })).pipe(Effect.catchTag("RegistryUnreadable", () =>
      new CommandFailed({ message: "a record cannot be read: see talonario registry verify" })))

/** `talonario registry export` */
export const exportRecords: Run = (options) =>
  Effect.gen(function*() {
    const { org, path, ...days } = yield* Effect.mapError(Effect.all({
      org: required(options, "org"),
      path: outOf(options),
      desde: dayOf(options, "desde"),
      hasta: dayOf(options, "hasta"),
    }, { mode: "validate" }), together)
    const { desde, hasta } = days
    if (desde !== null && hasta !== null && desde > hasta) {
      return yield* new WrongUsage({ message: `--desde ${desde} is after --hasta ${hasta}` })
    }
    const exported = Effect.flatMap(findOrganization(organizationId(org)), (company) => exportTo(path, company, days))
    const { ficheros, registros } = yield* Effect.provide(exported, engine)
    const answer: Answer = {
      text: ficheros.map(fileLine).join("\n"),
      json: { registros, ficheros },
    }
    return answer
  })
