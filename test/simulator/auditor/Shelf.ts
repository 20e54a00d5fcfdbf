interface Version<T> {
  /** The commit that made it. */
  readonly since: number
  /** Undefined when the resource was removed. */
  readonly value: T | undefined
}

/** A range of commits by number, including both bounds. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The resources of one kind, in their present and all earlier states. */
export class Shelf<T> {
  private readonly versions = new Map<string, Array<Version<T>>>()
  /** Positions in the order of creation. */
  private readonly places = new Map<string, number>()
  /** Positions in the order of the last change. */
  private readonly changes = new Map<string, number>()
  private readonly sizes: Array<{ readonly since: number; readonly size: number }> = [{ since: 0, size: 0 }]
  private place = 0

  /** `commit` returns the number of the commit that is being made. */
  constructor(private readonly commit: () => number) {}

  get(id: string): T | undefined {
    return this.versions.get(id)?.at(-1)?.value
  }

  put(id: string, value: T): void {
    const isNew = this.get(id) === undefined
    this.note(id, value)
    if (isNew) this.resize(1)
    this.touch(id)
  }

  /** Sets another state, without counting it as a change. */
  amend(id: string, value: T): void {
    this.note(id, value)
  }

  drop(id: string): void {
    if (this.get(id) === undefined) return
    this.note(id, undefined)
    this.changes.delete(id)
    this.resize(-1)
  }

  /** Notes a change of something that these books do not hold; lists in order of change show the resource first. */
  touch(id: string): void {
    if (this.get(id) !== undefined) this.changes.set(id, ++this.place)
  }

  /** The resources that exist, oldest first. */
  get all(): ReadonlyArray<readonly [string, T]> {
    return [...this.versions.keys()].flatMap((id) => {
      const value = this.get(id)
      return value === undefined ? [] : [[id, value] as const]
    })
  }

  /** The ids of the resources that exist, in the order of a list. */
  inOrder(orden: string): ReadonlyArray<string> {
    const oldestFirst = this.all.map(([id]) => id)
    if (orden === "antiguo") return oldestFirst
    if (orden === "reciente") return oldestFirst.toReversed()
    return oldestFirst.toSorted((a, b) => (this.changes.get(b) ?? 0) - (this.changes.get(a) ?? 0))
  }

  /** The position of a resource in the order of creation, even of a removed one. */
  placeOf(id: string): number {
    return this.places.get(id) ?? -1
  }

  /** Every state of the resource during the span, undefined for times when it did not exist. */
  during(id: string, { from, to }: Span): ReadonlyArray<T | undefined> {
    const versions = this.versions.get(id) ?? []
    const found = versions.filter(({ since }, at) => since <= to && (versions[at + 1]?.since ?? Infinity) > from)
    const first = versions[0]?.since ?? Infinity
    return [...(first > from ? [undefined] : []), ...found.map(({ value }) => value)]
  }

  /** As it was before the commit that is being made. */
  before(id: string): T | undefined {
    const commit = this.commit()
    return this.versions.get(id)?.findLast(({ since }) => since < commit)?.value
  }

  /** The ids of all resources that ever existed. */
  get ids(): Iterable<string> {
    return this.versions.keys()
  }

  /** The ids of the resources that existed during the whole span, oldest first. */
  throughout(span: Span): ReadonlyArray<string> {
    return [...this.versions.keys()].filter((id) => this.during(id, span).every((value) => value !== undefined))
  }

  /** The least and the greatest number of resources during the span. */
  sizeDuring({ from, to }: Span): readonly [number, number] {
    const seen = this.sizes.filter(({ since }, at) => since <= to && (this.sizes[at + 1]?.since ?? Infinity) > from)
    const sizes = seen.map(({ size }) => size)
    return [Math.min(...sizes), Math.max(...sizes)]
  }

  private note(id: string, value: T | undefined): void {
    const since = this.commit()
    const versions = this.versions.get(id) ?? []
    if (!this.places.has(id)) this.places.set(id, this.places.size)
    if (versions.at(-1)?.since === since) versions.pop()
    versions.push({ since, value })
    this.versions.set(id, versions)
  }

  private resize(by: number): void {
    const since = this.commit()
    const last = this.sizes.at(-1)
    if (last?.since === since) this.sizes.pop()
    this.sizes.push({ since, size: (last?.size ?? 0) + by })
  }
}
