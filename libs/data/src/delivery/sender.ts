import type { DataError } from '../errors'

/** The result of sending one entry. `A` is the type of the server's answer. */
export type Delivery<A> =
  /** The server acknowledged the entry. */
  | { kind: 'saved'; answer: A }
  /** The server did not answer in time, so it is unknown whether it has received the entry. */
  | { kind: 'silence' }
  /** A server or gateway with a problem answered, so it has not processed the entry. */
  | { kind: 'busy' }
  /** The server refused the entry, and would refuse it again. */
  | { kind: 'refused'; error: DataError }
  /** Nothing can be sent now, because the person is signed out or the account may not do anything. */
  | { kind: 'held' }
  /** The person's account has been disabled. */
  | { kind: 'disabled' }

/** The queue of one person's entries. */
export interface Queue<E> {
  readonly user: string
  /** Returns the entries in the order in which they are sent. */
  all: () => readonly E[]
  /** Deletes an acknowledged entry. Returns false if a later change has replaced it. */
  settle: (entry: E) => boolean
  /** Handles a refused entry. Returns the same as `settle`. */
  refuse: (entry: E, error: DataError) => boolean
}

export interface SenderParts<E, A> {
  outbox: Queue<E>
  /** Sends one entry. The database ignores an entry that it has received before, so it can be sent repeatedly. */
  deliver: (entry: E) => Promise<Delivery<A>>
  /**
   * Returns the id of the signed-in person, or null for a visitor; undefined if it is unknown because the browser is
   * offline.
   */
  currentUser: () => Promise<string | null | undefined>
  /** Calls `work` while no other tab is sending. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** Returns whether the browser may be online; false only if it is certainly offline. */
  online: () => boolean
  /** Calls `work` after this many milliseconds. Returns a function that cancels the call. */
  later: (ms: number, work: () => void) => () => void
  /** Returns a number between 0 and 1. */
  random: () => number
  /** Called before the entry leaves the outbox. */
  onSaved: (entry: E, answer: A) => void
  /** Called after an entry was refused, unless a later change has replaced it. */
  onRefused: (entry: E, error: DataError) => void
  /** Called if the account was disabled. The sender then stops. */
  onDisabled: () => void
  /** Called with whether entries cannot be sent because there is no connection. */
  onUnreachable: (unreachable: boolean) => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Sends the entries of a queue in order, one at a time, only in one tab, and only as the person who made them. If the
 * server does not answer or has a problem, all entries stay, and the sender tries again after pauses that double up to
 * a minute. A pause is shortened at random, so that many browsers do not return at the same moment; `flush` ends it. An
 * entry that the server refuses or cannot save now does not delay the others.
 */
export class Sender<E extends { id: string }, A> {
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #takeBack: () => void = () => undefined
  #stopped = false

  constructor(private readonly parts: SenderParts<E, A>) {}

  /** Sends all queued entries now. Resolves when nothing more can be sent at the moment. Never throws. */
  flush(): Promise<void> {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Stops sending. A request that was sent already is not aborted. */
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
      // If another person has signed in meanwhile, it is unknown for whom the entry was sent.
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
