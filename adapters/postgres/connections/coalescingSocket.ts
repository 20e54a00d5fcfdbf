import { Socket } from "node:net"
import { nextTick } from "node:process"

/**
 * A socket that sends what is written within one turn of the event loop together: the statements of a transaction
 * leave in one piece, not one by one.
 */
class CoalescingSocket extends Socket {
  private holding = false

  /** The driver corks and uncorks around each statement; one more cork holds them all until the turn is over. */
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

/** For the driver's `stream` setting. */
export const coalescingSocket = (): Socket => new CoalescingSocket()
