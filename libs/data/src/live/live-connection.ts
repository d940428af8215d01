import type { PageEnvironment } from './page-environment'

/** Why the connection has ended or was not established. */
export type Outage = 'closed' | 'timed-out' | 'failed'

export type LiveStatus = 'connecting' | 'live' | Outage

/** The events of a socket. */
export interface SocketListener<Change> {
  /** The stream has begun: all further changes will arrive. */
  onReady: () => void
  onChange: (change: Change) => void
  /** The connection has ended, or could not be established. */
  onEnd: (outage: Outage) => void
}

export interface LiveSocket {
  close: () => void
}

/** Opens one connection and reports its events. Rejects if no attempt is possible, for example without a session. */
export type OpenSocket<Change> = (listener: SocketListener<Change>) => Promise<LiveSocket>

interface LiveParts<Change> {
  open: OpenSocket<Change>
  environment: PageEnvironment
  onStatus: (status: LiveStatus) => void
  /** Called after each connect, because changes may have been missed before. */
  onReady: () => void
  onChange: (change: Change) => void
  /** Called once for each outage that lasts longer than the second attempt, while the browser is online. */
  onOutage: () => void
  /** Returns a number from 0 up to 1. */
  random: () => number
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 10_000
/**
 * The maximum random delay of the first attempt, in milliseconds, because many browsers may connect at the same moment.
 */
const RETURN_WITHIN_MS = 300
const REPORTED_FAILURES = 2
/** If more changes than this arrive without a pause, the service may have dropped some. */
const FLOOD_SIZE = 50
const PAUSE_MS = 2_000

/**
 * Returns the pause after a number of failed attempts, in milliseconds: a random time below a limit that doubles, so
 * that not all browsers connect to a recovered server at once.
 */
export function backOff(failures: number, random: () => number): number {
  return random() * Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
}

/**
 * Keeps a connection open. It connects again after each end, at once when the browser is online again or the page
 * becomes visible, and never while offline. It closes when the page is left, so that the browser can store the page in
 * its back/forward cache.
 */
export class LiveConnection<Change> {
  status: LiveStatus = 'connecting'
  readonly #parts: LiveParts<Change>
  #socket: LiveSocket | null = null
  /** The number of the current attempt, by which events of earlier attempts are recognised and ignored. */
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

  /**
   * The service delivers a limited number of changes per second and drops the others, so `onReady` is called after a
   * flood.
   */
  #catchUpAfterFlood(): void {
    this.#inARow += 1
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      const inARow = this.#inARow
      this.#inARow = 0
      if (inARow > FLOOD_SIZE) this.#parts.onReady()
    }, PAUSE_MS)
  }

  /** Closes the connection without reporting that it has ended. */
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
    // While offline, an attempt follows when the browser is online again. The long pause helps if the browser is wrong
    // about it.
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
