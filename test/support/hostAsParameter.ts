/** The address of the same database with host and port as parameters, the way the address of a Unix socket is written. */
export const hostAsParameter = (address: string): string => {
  const { hostname, password, pathname, port, username } = new URL(address)
  return `postgres://${username}:${password}@${pathname}?${new URLSearchParams({ host: hostname, port }).toString()}`
}
