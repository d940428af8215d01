import type { DataError } from '../errors'

/** The result of sending one entry. `A` is the server's answer. */
export type Delivery<A> =
  /** The server acknowledged the entry. */
  | { kind: 'saved'; answer: A }
  /** No answer came in time, so the entry may or may not have arrived. */
  | { kind: 'silence' }
  /** A server or a gateway in trouble answered, so nothing was decided. */
  | { kind: 'busy' }
  /** The server refused the entry, and would refuse it again. */
  | { kind: 'refused'; error: DataError }
  /** Nothing can be sent now: the person is signed out, or the account may do nothing. */
  | { kind: 'held' }
  /** The person's account has been disabled. */
  | { kind: 'disabled' }

/** The entries of one person that must be sent. */
export interface Queue<E> {
  readonly user: string
  /** Returns the entries in the order of sending. */
  all: () => readonly E[]
  /** Removes an acknowledged entry. Returns false if a later change has replaced it. */
  settle: (entry: E) => boolean
  /** Handles a refused entry. Returns the same as `settle`. */
  refuse: (entry: E, error: DataError) => boolean
}

export interface SenderParts<E, A> {
  outbox: Queue<E>
  /** Sends one entry. An entry may be sent repeatedly, because the database counts it once. */
  deliver: (entry: E) => Promise<Delivery<A>>
  /** Returns the id of the signed-in person, null for a visitor; undefined if that is unknown while offline. */
  currentUser: () => Promise<string | null | undefined>
  /** Runs work in one tab at a time. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** Returns false only if there is certainly no connection. */
  online: () => boolean
  /** Calls `work` after this many milliseconds. Returns a function that cancels the call. */
  later: (ms: number, work: () => void) => () => void
  /** Returns a number between 0 and 1. */
  random: () => number
  /** Called before the entry leaves the outbox. */
  onSaved: (entry: E, answer: A) => void
  /** Called after a refused entry was handled, unless a later change has replaced it. */
  onRefused: (entry: E, error: DataError) => void
  /** Called if the account is disabled; nothing more is sent. */
  onDisabled: () => void
  /** Called with whether entries cannot be sent for lack of a connection. */
  onUnreachable: (unreachable: boolean) => void
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Sends a queue in order, one entry at a time, in one tab at a time, and only as the person who made the changes. If
 * the server does not answer or is in trouble, all entries stay and the sender tries again. Each pause is twice as long
 * as the one before, up to a minute, and randomly shortened, so that a thousand browsers do not return at once; `flush`
 * skips the pause. An entry that the server refuses, or cannot save for now, does not delay the others.
 */
export class Sender<E extends { id: string }, A> {
  #running: Promise<void> | null = null
  #again = false
  #failures = 0
  #takeBack: () => void = () => undefined
  #stopped = false

  constructor(private readonly parts: SenderParts<E, A>) {}

  /** Sends all queued entries now. Resolves when nothing more can be sent for the moment. Never throws. */
  flush(): Promise<void> {
    this.#again = true
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Stops sending. The request on its way continues. */
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
      // Another person may have signed in meanwhile, so it is unknown as whom the entry was sent.
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
