/** Limits for one client and for all clients. Times are in milliseconds. */
export type Limits = {
  /** Concurrent clients. */
  clients: number
  /** Bytes of one message. */
  messageBytes: number
  /** Messages from one client in a second. */
  messagesPerSecond: number
  /** Joins of one client in a second. */
  joinsPerSecond: number
  channelsPerClient: number
  /** Entries of `postgres_changes` in one channel. */
  subscriptionsPerChannel: number
  /** Changes to one client in a second; further ones wait. */
  eventsPerSecond: number
  /** Waiting changes; further ones are dropped, as on a hosted project. */
  waitingEvents: number
  /** Waiting bytes for a client that reads too slowly. */
  unreadBytes: number
  /** The silence after which a client counts as gone. */
  silence: number
  /** How long the log is read after the last subscription has ended. */
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

/** @returns a function that says whether one more is allowed now: at most `count` in any second */
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
