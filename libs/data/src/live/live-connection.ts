import type { PageEnvironment } from './page-environment'

/** How a connection ends, or why there is none. */
export type Outage = 'closed' | 'timed-out' | 'failed'

export type LiveStatus = 'connecting' | 'live' | Outage

/** What a socket tells. */
export interface SocketListener<Change> {
  /** Everything that happens from now on arrives. */
  onReady: () => void
  onChange: (change: Change) => void
  /** It will not come to anything any more. */
  onEnd: (outage: Outage) => void
}

export interface LiveSocket {
  close: () => void
}

/** Opens one connection and tells what comes of it; rejects when it cannot even be tried. */
export type OpenSocket<Change> = (listener: SocketListener<Change>) => Promise<LiveSocket>

interface LiveParts<Change> {
  open: OpenSocket<Change>
  environment: PageEnvironment
  onStatus: (status: LiveStatus) => void
  /** After each connect: what happened before may have been missed. */
  onReady: () => void
  onChange: (change: Change) => void
  /** Once for each outage that a second attempt did not end, while the browser has a connection. */
  onOutage: () => void
  /** From 0 up to 1. */
  random: () => number
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000
/** Everybody's connection returns at the same moment. */
const RETURN_WITHIN_MS = 300
const REPORTED_FAILURES = 2
/** More changes than this with no pause between them: the service may have dropped some, unsaid. */
const FLOOD = 50
const PAUSE_MS = 2_000

/**
 * How long to wait before the next attempt: anything up to a bound that doubles, so that the many who
 * lost the same server do not come back to it at once. In: how many attempts failed. Out: milliseconds.
 */
export function backOff(failures: number, random: () => number): number {
  return random() * Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
}

/**
 * Keeps one connection: tries again after each end, at once when the browser's connection returns or
 * the page is looked at again, not at all while there is none. A page that is left closes it, so that
 * the browser may keep the page for going back.
 */
export class LiveConnection<Change> {
  status: LiveStatus = 'connecting'
  readonly #parts: LiveParts<Change>
  #socket: LiveSocket | null = null
  /** Counts attempts: what an earlier one reports is ignored. */
  #attempt = 0
  #failures = 0
  #reported = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopWatching: (() => void) | undefined
  #inARow = 0
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(parts: LiveParts<Change>) {
    this.#parts = parts
  }

  start(): void {
    this.#stopWatching = this.#parts.environment.watch((event) => {
      if (event === 'left') this.#disconnect()
      else if (event === 'returned') this.#connect()
      else if (event === 'offline') this.#onOutage('closed')
      else if (event === 'online' || event === 'shown') this.#connectSoon()
    })
    if (this.#parts.environment.isOnline()) this.#connect()
    else this.#onOutage('closed')
  }

  stop(): void {
    this.#stopWatching?.()
    this.#disconnect()
  }

  #connectSoon(): void {
    if (this.#timer === undefined) return
    this.#wait(this.#parts.random() * RETURN_WITHIN_MS)
  }

  #connect(): void {
    this.#disconnect()
    const attempt = this.#attempt
    const isCurrent = () => attempt === this.#attempt
    this.#parts
      .open({
        onReady: () => {
          if (!isCurrent()) return
          this.#failures = 0
          this.#reported = false
          this.#setStatus('live')
          this.#parts.onReady()
        },
        onChange: (change) => {
          if (!isCurrent()) return
          this.#parts.onChange(change)
          this.#catchUpAfterFlood()
        },
        onEnd: (outage) => isCurrent() && this.#onOutage(outage),
      })
      .then(
        (socket) => {
          if (isCurrent()) this.#socket = socket
          else socket.close()
        },
        () => isCurrent() && this.#onOutage('failed'),
      )
  }

  /** A service delivers so many changes a second and forgets the others. */
  #catchUpAfterFlood(): void {
    this.#inARow += 1
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      const inARow = this.#inARow
      this.#inARow = 0
      if (inARow > FLOOD) this.#parts.onReady()
    }, PAUSE_MS)
  }

  /** Ends what there is, without a word. */
  #disconnect(): void {
    this.#attempt += 1
    this.#inARow = 0
    clearTimeout(this.#pause)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#socket?.close()
    this.#socket = null
  }

  #onOutage(outage: Outage): void {
    this.#disconnect()
    const online = this.#parts.environment.isOnline()
    if (online) this.#failures += 1
    this.#setStatus(outage)
    if (online && this.#failures >= REPORTED_FAILURES && !this.#reported) {
      this.#reported = true
      this.#parts.onOutage()
    }
    // Without a connection one try follows its return; a browser that is wrong about it finds out.
    this.#wait(online ? backOff(this.#failures, this.#parts.random) : LONGEST_WAIT_MS)
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#parts.environment.isOnline()) this.#connect()
      else this.#wait(LONGEST_WAIT_MS)
    }, ms)
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.status) return
    this.status = status
    this.#parts.onStatus(status)
  }
}
