import { Effect } from "effect"
import { join } from "node:path"
import { issueAccessKey } from "../../core/access/issueAccessKey.ts"
import type { KeyMode } from "../../core/access/keyText.ts"
import { scopes } from "../../core/access/scopes.ts"
import { openOrganization } from "../../core/organizations/openOrganization.ts"
import { Storage } from "../../core/ports/Storage.ts"
import { withLock } from "./postgres/folder/folderLock.ts"

/** The keys of a company that was just made for demonstration; they cannot be shown again. */
export interface Demonstration {
  readonly live: string
  readonly test: string
}

/** Makes a company to try things with, unless there is any company already. */
const madeIfEmpty = Effect.gen(function*() {
  const storage = yield* Storage
  if ((yield* storage.organizations).length > 0) return undefined
  const company = yield* openOrganization({
    nombre: "Talonario de Ejemplo",
    razon_social: "Talonario de Ejemplo SL",
    nif: "B12345674",
    direccion: "Calle Mayor 1",
    cp: "28013",
    ciudad: "Madrid",
    provincia: "Madrid",
    pais: "España",
    email: "facturas@example.org",
  })
  const keyOf = (modo: KeyMode) =>
    Effect.map(issueAccessKey(company.id, { modo, scopes, nombre: "Demostración" }), ({ clave }) => clave)
  const made: Demonstration = { live: yield* keyOf("live"), test: yield* keyOf("test") }
  return made
})

/** The same under a lock: of several processes that start on one data folder at once, each would find no company yet. */
export const demonstrationIfEmpty = (dataFolder: string) => withLock(join(dataFolder, "demonstration"))(madeIfEmpty)

const post = (path: string, body?: string): string =>
  `curl -sS -X POST "$TALONARIO${path}" -H "Authorization: Bearer $CLAVE"`
  + (body === undefined ? "" : ` -H "Content-Type: application/json" -d '${body}'`)

/** Prints the id of the resource in the answer: Node is all that it needs. */
const id = `node -pe 'JSON.parse(fs.readFileSync(0)).id'`

const customer = `{"nombre":"Cliente de Ejemplo SL","nif":"B87654323","direccion":"Gran Vía 2","cp":"28013","ciudad":"Madrid"}`
const invoice = `{"contacto_id":"'"$CONTACTO"'","plazos":"30","lineas":[{"descripcion":"Consultoría","cantidad":10,"precio":60}]}`

/** The keys, and lines to paste in order: a contact, a draft, its issue, its PDF. */
export const greeting = ({ live, test }: Demonstration, address: string): string =>
  `A demonstration company was made. Its keys are shown only now:

  live  ${live}
  test  ${test}

Paste these lines in order: a contact, a draft invoice, its issue, its PDF.

TALONARIO=${address}/api/v1
CLAVE=${live}
CONTACTO=$(${post("/contactos", customer)} | ${id})
FACTURA=$(${post("/facturas", invoice)} | ${id})
${post("/facturas/$FACTURA/emitir")}
curl -sS "$TALONARIO/facturas/$FACTURA/pdf" -H "Authorization: Bearer $CLAVE" -o factura.pdf
`
