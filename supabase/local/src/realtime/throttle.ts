/** Messages to one client, sent in order at a limited rate. */
export type Throttle<Channel> = {
  /** Sends a message now or later; drops it if too many wait. */
  send(channel: Channel, message: string): void
  /** Drops the waiting messages of a channel. */
  drop(channel: Channel): void
  /** Drops all waiting messages. */
  close(): void
}

/**
 * Sends at most `perSecond` messages in any second.
 * @param options.waiting limit of waiting messages
 * @param options.dropping called for the first of several dropped messages in a row
 */
export function createThrottle<Channel>(options: {
  perSecond: number
  waiting: number
  write: (message: string) => void
  dropping: (channel: Channel) => void
}): Throttle<Channel> {
  const { perSecond, waiting, write, dropping } = options
  /** The times of the latest messages, oldest first. */
  const sent: number[] = []
  let queue: { channel: Channel; message: string }[] = []
  let timer: NodeJS.Timeout | undefined
  /** Whether messages were dropped since the queue was last empty. */
  let isDropping = false

  function delay(): number {
    const oldest = sent.length < perSecond ? undefined : sent[0]
    return oldest === undefined ? 0 : Math.max(0, oldest + 1000 - performance.now())
  }

  function pass(message: string): void {
    sent.push(performance.now())
    if (sent.length > perSecond) sent.shift()
    write(message)
  }

  function drain(): void {
    timer = undefined
    while (queue.length > 0 && delay() === 0) pass(queue.shift()?.message ?? '')
    wait()
  }

  function wait(): void {
    if (queue.length > 0) timer ??= setTimeout(drain, Math.ceil(delay()))
    else isDropping = false
  }

  return {
    send(channel, message) {
      if (queue.length === 0 && delay() === 0) {
        pass(message)
      } else if (queue.length < waiting) {
        queue.push({ channel, message })
        wait()
      } else if (!isDropping) {
        isDropping = true
        dropping(channel)
      }
    },
    drop(channel) {
      queue = queue.filter((entry) => entry.channel !== channel)
    },
    close() {
      queue = []
      clearTimeout(timer)
    },
  }
}
