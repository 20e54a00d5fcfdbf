import { type Credentials, makeAuthority as makeAuthorityFor } from "../../adapters/aeat/standIn/certificates/makeAuthority.ts"

const dayMillis = 24 * 60 * 60 * 1000

/** A certificate's validity in days from now: from yesterday to tomorrow by default. */
interface Days {
  readonly from?: number
  readonly to?: number
}

const validity = ({ from = -1, to = 1 }: Days) =>
  ({ from: Date.now() + from * dayMillis, to: Date.now() + to * dayMillis })

/** A certificate authority for this run alone, without files or network. */
export const makeAuthority = (name = "Autoridad de pruebas") => {
  const { own, server } = makeAuthorityFor(name, validity({}))
  /** A server's certificate for these names and IPv4 addresses. */
  const issue = (hosts: ReadonlyArray<string>, days: Days = {}): Credentials => server(hosts, validity(days))
  return { ca: own.cert, issue }
}
