/** The address of the same database with its host as a parameter, as that of a socket is written. */
export const hostAsParameter = (address: string): string => {
  const { hostname, password, pathname, port, username } = new URL(address)
  return `postgres://${username}:${password}@${pathname}?${new URLSearchParams({ host: hostname, port }).toString()}`
}
