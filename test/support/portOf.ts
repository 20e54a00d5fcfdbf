import type { Server } from "node:net"

/** The TCP port of a server that listens; throws for one that does not. */
export const portOf = (server: Pick<Server, "address">): number => {
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen on a port")
  return address.port
}
