import type { DataError } from '../../errors'
import type { Queued } from './outbox'

/** What became of one entry that was sent. `A` is what the server says to one. */
export type Delivery<A = WatchAnswer | null> =
  /** Acknowledged. `answer` is what the server said to it. */
  | { kind: 'saved'; answer: A }
  /** No answer came, or none in time: it may or may not have arrived. */
  | { kind: 'silence' }
  /** Something answered that decided nothing: a server or a gateway in trouble. */
  | { kind: 'busy' }
  /** The server refused, and will refuse again. */
  | { kind: 'refused'; error: DataError }
  /** Nothing can be sent for this person now: signed out, or an account that may do nothing. */
  | { kind: 'held' }
  /** This person's account has been disabled. */
  | { kind: 'disabled' }

/** What the database holds of a lesson after watching was recorded. */
export interface WatchAnswer {
  completed: boolean
}

/** What waits to be sent for one person. */
export interface Queue<E> {
  readonly user: string
  /** In the order of sending. */
  all: () => readonly E[]
  /** Takes an entry out that has been dealt with. Out: false when a later change has taken its place. */
  settle: (entry: E) => boolean
  /** Deals with one that the server refused. Out: as of `settle`. */
  refuse: (entry: E, error: DataError) => boolean
}

export interface SenderParts<E = Queued, A = WatchAnswer | null> {
  outbox: Queue<E>
  /** Sends one entry, once. Every entry may be sent again: the database counts it once. */
  deliver: (entry: E) => Promise<Delivery<A>>
  /** Who is signed in at this moment; undefined when that cannot be known without a connection. */
  currentUser: () => Promise<string | null | undefined>
  /** Runs work in one tab at a time. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** False only when there is certainly no connection. */
  online: () => boolean
  /** Calls back after so many milliseconds. Out: takes it back. */
  later: (ms: number, work: () => void) => () => void
  /** Between 0 and 1. */
  random: () => number
  /** Before the entry leaves the outbox. */
  onSaved: (entry: E, answer: A) => void
  /** After a refused entry was dealt with, unless a later change has taken its place. */
  onRefused: (entry: E, error: DataError) => void
  /** The account has been disabled: nothing more is sent. */
  onDisabled: () => void
  /** Whether entries wait for a connection. */
  onUnreachable: (unreachable: boolean) => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Sends what waits in an outbox: in order, one at a time, in one tab at a time, only as the
 * person whose it is. Silence, and a server in trouble, keep everything and try again, each pause
 * twice as long as the one before up to a minute, shortened at random so that a thousand browsers do
 * not come back at once; `flush` does not wait for the pause. What one entry meets does not hold up
 * the others.
 */
export class Sender<E extends { id: string } = Queued, A = WatchAnswer | null> {
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #takeBack: () => void = () => undefined
  #stopped = false

  constructor(private readonly parts: SenderParts<E, A>) {}

  /** Sends what waits, now. Out: when nothing more can be done for the moment. Never throws. */
  flush(): Promise<void> {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Sends nothing more. What is on its way is left to arrive. */
  stop(): void {
    this.#stopped = true
    this.#takeBack()
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false
      this.#takeBack()
      let pause = false
      await this.parts.exclusively(async () => {
        pause = (await this.#pass()) === 'pause'
      })
      if (pause && !this.#again) this.#pause()
    }
  }

  async #pass(): Promise<'done' | 'pause' | 'stop'> {
    const { parts } = this
    const { outbox } = parts
    const passedOver = new Set<string>()
    for (;;) {
      if (this.#stopped) return 'stop'
      const entry = outbox.all().find(({ id }) => !passedOver.has(id))
      if (!entry) {
        if (passedOver.size > 0) return this.#silence()
        this.#failures = 0
        parts.onUnreachable(false)
        return 'done'
      }
      if (!parts.online()) {
        parts.onUnreachable(true)
        return 'stop'
      }
      const before = await parts.currentUser()
      if (before === undefined) return this.#silence()
      if (before !== outbox.user || this.#stopped) return 'stop'
      const delivery = await parts.deliver(entry)
      // Another person may have signed in: then it is unknown as whom it went out.
      const after = await parts.currentUser()
      if (after !== outbox.user && delivery.kind !== 'silence') return 'stop'

      switch (delivery.kind) {
        case 'saved':
          this.#failures = 0
          parts.onUnreachable(false)
          parts.onSaved(entry, delivery.answer)
          outbox.settle(entry)
          break
        case 'silence':
          return this.#silence()
        case 'held':
          return 'stop'
        case 'disabled':
          this.stop()
          parts.onDisabled()
          return 'stop'
        case 'busy':
          passedOver.add(entry.id)
          break
        case 'refused':
          if (outbox.refuse(entry, delivery.error)) parts.onRefused(entry, delivery.error)
      }
    }
  }

  #silence(): 'pause' {
    this.parts.onUnreachable(true)
    return 'pause'
  }

  #pause(): void {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures)
    this.#failures += 1
    this.#takeBack = this.parts.later(longest * (0.5 + this.parts.random() / 2), () => {
      void this.flush()
    })
  }
}
