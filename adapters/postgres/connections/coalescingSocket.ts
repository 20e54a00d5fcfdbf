import { Socket } from "node:net"
import { nextTick } from "node:process"

/**
 * A socket that sends everything written within one turn of the event loop at once: the statements of a transaction leave
 * in one piece, not one by one.
 */
class CoalescingSocket extends Socket {
  private holding = false

  /** The driver corks and uncorks around each statement. One more cork holds all of them back until the turn is over. */
  override cork(): void {
    if (!this.holding) {
      this.holding = true
      super.cork()
      nextTick(() => {
        this.holding = false
        this.uncork()
      })
    }
    super.cork()
  }
}

/** A new socket, for the driver's setting `stream`. */
export const coalescingSocket = (): Socket => new CoalescingSocket()
