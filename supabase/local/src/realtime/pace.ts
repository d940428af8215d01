/** Messages on their way to one client, at a limited pace and in order. */
export type Pace<Channel> = {
  /** Sends now or when it is the message's turn. @returns false when too many wait already */
  send(channel: Channel, message: string): boolean
  /** Forgets what waits for a channel. */
  drop(channel: Channel): void
  /** Forgets everything. */
  close(): void
}

/**
 * Lets at most `perSecond` messages through in any second.
 * @param waiting how many may wait
 */
export function createPace<Channel>(options: {
  perSecond: number
  waiting: number
  write: (message: string) => void
}): Pace<Channel> {
  const { perSecond, waiting, write } = options
  /** When the latest ones went, oldest first. */
  const sent: number[] = []
  let queue: { channel: Channel; message: string }[] = []
  let timer: NodeJS.Timeout | undefined

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
  }

  return {
    send(channel, message) {
      if (queue.length === 0 && delay() === 0) {
        pass(message)
        return true
      }
      if (queue.length >= waiting) return false
      queue.push({ channel, message })
      wait()
      return true
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
