/** Messages on their way to one client, at a limited pace and in order. */
export type Throttle<Channel> = {
  /** Sends now, or when it is the message's turn; drops it when too many wait already. */
  send(channel: Channel, message: string): void
  /** Forgets what waits for a channel. */
  drop(channel: Channel): void
  /** Forgets everything. */
  close(): void
}

/**
 * Lets at most `perSecond` messages through in any second.
 * @param options.waiting how many may wait
 * @param options.dropping is called with the first of several in a row that are dropped
 */
export function createThrottle<Channel>(options: {
  perSecond: number
  waiting: number
  write: (message: string) => void
  dropping: (channel: Channel) => void
}): Throttle<Channel> {
  const { perSecond, waiting, write, dropping } = options
  /** When the latest ones went, oldest first. */
  const sent: number[] = []
  let queue: { channel: Channel; message: string }[] = []
  let timer: NodeJS.Timeout | undefined
  /** Some were dropped since the queue was last empty. */
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
