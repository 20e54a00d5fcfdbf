import { type Company, makeTalonario, type Talonario } from "talonario"
import { valueOf } from "talonario/runtimes/embedded/Result"

const { DATABASE_URL, TALONARIO_SECRET = "" } = process.env

declare global {
  // eslint-disable-next-line no-var
  var shop: Promise<{ readonly talonario: Talonario; readonly company: Company }> | undefined
}

/** The engine: on PostgreSQL where DATABASE_URL says so, else in memory, to try it out. */
const open = async () => {
  const talonario = await makeTalonario(
    DATABASE_URL === undefined
      ? {}
      : {
        storage: { url: DATABASE_URL },
        secret: TALONARIO_SECRET,
        software: { producer: "Mi Plataforma SL", producerNif: "B12345674" },
      },
  )
  try {
    return { talonario, company: await ownCompany(talonario) }
  } catch (error) {
    await talonario.close()
    throw error
  }
}

/** Calls on behalf of the shop's own company, which the first start opens. */
const ownCompany = async (talonario: Talonario): Promise<Company> => {
  const { createOrganization, listOrganizations } = talonario.organizaciones
  const [known] = valueOf(await listOrganizations())
  const own = known ?? valueOf(await createOrganization({ nombre: "Mi tienda", nif: "B12345674" }))
  const company = talonario.company(own.id, "live")
  if (known === undefined) {
    const { clave } = valueOf(await company.claves.createKey({ modo: "live", scopes: "all" }))
    console.log(`clave: ${clave}`)
  }
  return company
}

/**
 * The engine and the shop's own company, opened at the first request: `next build` loads this module too. Next
 * loads it once per route, and again whenever it changes; the engine is one all the same. What could not be opened
 * is opened anew at the next request.
 */
export const shop = () => (globalThis.shop ??= open().catch((error: unknown) => {
  globalThis.shop = undefined
  throw error
}))
