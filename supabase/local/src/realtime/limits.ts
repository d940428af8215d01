/** How much one client, and all of them, may ask of the service. Times are milliseconds. */
export type Limits = {
  /** Clients at once. */
  clients: number
  /** Bytes of one message. */
  messageBytes: number
  /** Messages a client may send in a second. */
  messagesPerSecond: number
  /** Joins a client may ask for in a second. */
  joinsPerSecond: number
  channelsPerClient: number
  /** Entries of `postgres_changes` in one channel. */
  subscriptionsPerChannel: number
  /** Changes that a client gets in a second; more wait their turn. */
  eventsPerSecond: number
  /** Changes that may wait; more are dropped, as on a hosted project. */
  waitingEvents: number
  /** Bytes that may wait for a client that reads too slowly. */
  unreadBytes: number
  /** A client that says nothing for so long is gone. */
  silence: number
  /** The log is read for so long after the last subscription has ended. */
  linger: number
}

export const defaultLimits: Limits = {
  clients: 2_000,
  messageBytes: 100_000,
  messagesPerSecond: 100,
  joinsPerSecond: 20,
  channelsPerClient: 100,
  subscriptionsPerChannel: 20,
  eventsPerSecond: 10,
  waitingEvents: 100,
  unreadBytes: 1_000_000,
  silence: 60_000,
  linger: 60_000,
}

/** @returns whether one more is allowed now: at most `count` in any second */
export function createMeter(count: number, now: () => number = Date.now): () => boolean {
  const recent: number[] = []
  return () => {
    const time = now()
    if (recent.length >= count && time - (recent[0] ?? 0) < 1000) return false
    recent.push(time)
    if (recent.length > count) recent.shift()
    return true
  }
}
