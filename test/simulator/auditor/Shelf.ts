interface Version<T> {
  /** Commit that made it. */
  readonly since: number
  /** Undefined: there was none from then on. */
  readonly value: T | undefined
}

/** Commits by number, both included. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Resources of one kind, as they stand and as they stood. */
export class Shelf<T> {
  private readonly versions = new Map<string, Array<Version<T>>>()
  /** In the order of creation. */
  private readonly places = new Map<string, number>()
  /** In the order of their last change. */
  private readonly changes = new Map<string, number>()
  private readonly sizes: Array<{ readonly since: number; readonly size: number }> = [{ since: 0, size: 0 }]
  private place = 0

  /** `commit` tells the number of the commit that is being made. */
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

  /** Another state of it that does not count as a change. */
  amend(id: string, value: T): void {
    this.note(id, value)
  }

  drop(id: string): void {
    if (this.get(id) === undefined) return
    this.note(id, undefined)
    this.changes.delete(id)
    this.resize(-1)
  }

  /** It was changed in a way that is nobody's business here; lists by change show it first. */
  touch(id: string): void {
    if (this.get(id) !== undefined) this.changes.set(id, ++this.place)
  }

  /** What is there, oldest first. */
  get all(): ReadonlyArray<readonly [string, T]> {
    return [...this.versions.keys()].flatMap((id) => {
      const value = this.get(id)
      return value === undefined ? [] : [[id, value] as const]
    })
  }

  /** Their identifiers in the order of a list. */
  inOrder(orden: string): ReadonlyArray<string> {
    const oldestFirst = this.all.map(([id]) => id)
    if (orden === "antiguo") return oldestFirst
    if (orden === "reciente") return oldestFirst.toReversed()
    return oldestFirst.toSorted((a, b) => (this.changes.get(b) ?? 0) - (this.changes.get(a) ?? 0))
  }

  /** The place of a resource in the order of creation, also of one that is gone. */
  placeOf(id: string): number {
    return this.places.get(id) ?? -1
  }

  /** Every state that the resource was in during the span; undefined among them: it was not there. */
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

  /** Identifiers of all that there ever was. */
  get ids(): Iterable<string> {
    return this.versions.keys()
  }

  /** Those that were there through the whole of the span, oldest first. */
  throughout(span: Span): ReadonlyArray<string> {
    return [...this.versions.keys()].filter((id) => this.during(id, span).every((value) => value !== undefined))
  }

  /** How many there were, least and most, during the span. */
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
