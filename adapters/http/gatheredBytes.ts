/** Collects bytes that come in pieces. */
export interface GatheredBytes {
  readonly size: () => number
  readonly add: (piece: Uint8Array) => void
  readonly all: () => Uint8Array
}

/** Bytes of room at first, once there is a second piece. */
const firstRoom = 4_096

/**
 * A new collection. Each piece is copied into one buffer at once: kept as they come, the pieces of a body that comes
 * byte by byte would take hundreds of times its size.
 */
export const gatheredBytes = (): GatheredBytes => {
  let bytes: Uint8Array = new Uint8Array()
  let size = 0
  return {
    size: () => size,
    add: (piece) => {
      const needed = size + piece.length
      if (size === 0) bytes = piece
      else {
        if (needed > bytes.length) bytes = roomier(bytes.subarray(0, size), needed)
        bytes.set(piece, size)
      }
      size = needed
    },
    all: () => bytes.subarray(0, size),
  }
}

const roomier = (bytes: Uint8Array, needed: number): Uint8Array => {
  const room = new Uint8Array(Math.max(needed, 2 * bytes.length, firstRoom))
  room.set(bytes)
  return room
}
