import { forwardedAddress } from "talonario/runtimes/web/forwardedAddress"
import { makeFetch } from "talonario/runtimes/web/makeFetch"
import { shop } from "../../../lib/talonario"

const { SITE_URL = "http://localhost:3000" } = process.env

/** The HTTP interface. Next tells handlers no host of the client's, so that it has to be named; one proxy stands before it. */
const handler = makeFetch(async () => (await shop()).talonario, {
  prefix: "/facturacion",
  publicUrl: `${SITE_URL}/facturacion`,
  clientAddress: forwardedAddress(1),
})

export { handler as DELETE, handler as GET, handler as HEAD, handler as OPTIONS, handler as PATCH, handler as POST, handler as PUT }
