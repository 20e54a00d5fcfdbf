/** Where a route is found: its path has parameters as `:name`, each one whole segment. */
export interface Address {
  readonly method: string
  readonly path: string
}

/** A route, and the decoded values of its path parameters. */
export interface Match<Route> {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string>>
}

interface Place<Route> {
  readonly named: Map<string, Place<Route>>
  parameter: Place<Route> | undefined
  readonly routes: Map<string, { readonly route: Route; readonly names: ReadonlyArray<string> }>
}

/**
 * Finds routes by method and path, segment by segment; a segment that is named goes before a parameter.
 * Undefined for an unknown path, another method, an empty parameter or malformed percent-encoding. Two routes
 * with one address are a bug, so it throws.
 */
export const makeRouter = <Route extends Address>(routes: ReadonlyArray<Route>) => {
  const root = newPlace<Route>()
  for (const route of routes) {
    const segments = route.path.split("/").slice(1)
    let place = root
    for (const name of segments) place = isParameter(name) ? parameterOf(place) : namedOf(place, name)
    if (place.routes.has(route.method)) throw new Error(`two routes for ${route.method} ${route.path}`)
    const names = segments.filter(isParameter).map((segment) => segment.slice(1))
    place.routes.set(route.method, { route, names })
  }

  return (method: string, path: string): Match<Route> | undefined => {
    const values: Array<string> = []
    let place: Place<Route> | undefined = root
    for (const encoded of path.split("/").slice(1)) {
      const segment = decoded(encoded)
      if (place === undefined || segment === undefined) return undefined
      const named: Place<Route> | undefined = place.named.get(segment)
      if (named === undefined) {
        if (segment === "") return undefined
        values.push(segment)
      }
      place = named ?? place.parameter
    }
    const found = place?.routes.get(method)
    if (found === undefined) return undefined
    const parameters = Object.fromEntries(found.names.map((name, i) => [name, values[i] ?? ""]))
    return { route: found.route, parameters }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith(":")

const newPlace = <Route>(): Place<Route> => ({ named: new Map(), parameter: undefined, routes: new Map() })

const parameterOf = <Route>(place: Place<Route>): Place<Route> => (place.parameter ??= newPlace())

const namedOf = <Route>(place: Place<Route>, segment: string): Place<Route> => {
  const known = place.named.get(segment)
  if (known !== undefined) return known
  const fresh = newPlace<Route>()
  place.named.set(segment, fresh)
  return fresh
}

const decoded = (segment: string): string | undefined => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
