import type { DataError } from '../../errors'
import type { Queued } from './change'
import type { Outbox } from './outbox'

/** What became of one entry that was sent. */
export type Delivery =
  /** Acknowledged. `answer` is what the server said to it. */
  | { kind: 'saved'; answer: WatchAnswer | null }
  /** No answer came, or none in time: it may or may not have arrived. */
  | { kind: 'silence' }
  /** The server answered that it cannot at the moment. */
  | { kind: 'busy'; error: DataError }
  /** The server refused, and will refuse again. */
  | { kind: 'refused'; error: DataError }
  /** Nothing can be sent for this person now: signed out, or an account that may do nothing. */
  | { kind: 'held' }

/** What the database holds of a lesson after watching was recorded. */
export interface WatchAnswer {
  completed: boolean
}

export interface SenderParts {
  outbox: Outbox
  /** Sends one entry, once. Every entry may be sent again: the database counts it once. */
  deliver: (entry: Queued) => Promise<Delivery>
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
  onSaved: (entry: Queued, answer: WatchAnswer | null) => void
  /** After a refused entry has left the outbox, unless a later change has taken its place. */
  onRefused: (entry: Queued, error: DataError) => void
  /** Whether entries wait for a connection. */
  onWaiting: (waiting: boolean) => void
}

/** How often a completion is tried that the server answers with an error of its own. */
const TRIES = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Sends what waits in an outbox: in order, one at a time, in one tab at a time, as nobody but the
 * person whose it is (decisions §5). Silence keeps everything and tries again, each pause twice as
 * long as the one before up to a minute, shortened at random so that a thousand browsers do not come
 * back at once; `flush` does not wait for the pause.
 */
export class Sender {
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #takeBack: () => void = () => undefined
  #stopped = false
  readonly #tries = new Map<string, number>()

  constructor(private readonly parts: SenderParts) {}

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
        if (passedOver.size > 0) return 'pause'
        this.#failures = 0
        parts.onWaiting(false)
        return 'done'
      }
      if (!parts.online()) {
        parts.onWaiting(true)
        return 'stop'
      }
      const before = await parts.currentUser()
      if (before === undefined) return this.#silence()
      if (before !== outbox.user || this.#stopped) return 'stop'
      const delivery = await parts.deliver(entry)
      // Somebody else may have signed in meanwhile: then nobody knows as whom it went out.
      const after = await parts.currentUser()
      if (after !== outbox.user && delivery.kind !== 'silence') return 'stop'

      switch (delivery.kind) {
        case 'saved':
          this.#failures = 0
          this.#tries.delete(entry.id)
          parts.onWaiting(false)
          parts.onSaved(entry, delivery.answer)
          outbox.settle(entry)
          break
        case 'silence':
          return this.#silence()
        case 'held':
          return 'stop'
        case 'busy': {
          const tries = (this.#tries.get(entry.id) ?? 0) + 1
          this.#tries.set(entry.id, tries)
          // A place in a video can wait for a better day; a person who pressed a button is told.
          if (entry.change.kind === 'watch') passedOver.add(entry.id)
          else if (tries < TRIES) return 'pause'
          else this.#refuse(entry, delivery.error)
          break
        }
        case 'refused':
          this.#refuse(entry, delivery.error)
      }
    }
  }

  #refuse(entry: Queued, error: DataError): void {
    this.#tries.delete(entry.id)
    if (this.parts.outbox.settle(entry)) this.parts.onRefused(entry, error)
  }

  #silence(): 'pause' {
    this.parts.onWaiting(true)
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
