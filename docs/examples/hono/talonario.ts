import { makeTalonario } from "talonario"
import { valueOf } from "talonario/runtimes/embedded/Result"

const { DATABASE_URL, TALONARIO_SECRET = "" } = process.env

/** The engine: on PostgreSQL where DATABASE_URL says so, else in memory, to try it out. */
export const talonario = await makeTalonario(
  DATABASE_URL === undefined
    ? {}
    : {
      storage: { url: DATABASE_URL },
      secret: TALONARIO_SECRET,
      software: { producer: "Mi Plataforma SL", producerNif: "B12345674" },
    },
)

const { createOrganization, listOrganizations } = talonario.organizaciones
const [known] = valueOf(await listOrganizations())
const shop = known ?? valueOf(await createOrganization({ nombre: "Mi tienda", nif: "B12345674" }))

/** Calls on behalf of the shop's own company, which the first start opens. */
export const company = talonario.company(shop.id, "live")

if (known === undefined) {
  const { clave } = valueOf(await company.claves.createKey({ modo: "live", scopes: "all" }))
  console.log(`clave: ${clave}`)
}
