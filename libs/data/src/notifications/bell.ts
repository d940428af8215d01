import { LiveConnection, type LiveStatus, type OpenSocket } from '../live/live-connection'
import type { PageEnvironment } from '../live/page-environment'
import type { BellApi } from './bell-api'
import {
  allRead,
  applyChange,
  type Change,
  type FeedContext,
  newestSentAt,
  newNotices,
  unmarkRead,
  withMute,
  withReads,
} from './feed-changes'
import { OUTAGE_MESSAGES } from './messages'
import { FEED_SIZE, type Feed, MAX_FEED_SIZE, type NoticeType } from './notice'

/** The state that the component of the bell shows. */
export interface BellState {
  /** The feed; null before the first answer, and for accounts that may not enter. */
  feed: Feed | null
  reading: 'first' | 'failed' | 'done'
  older: 'reading' | 'failed' | 'none' | 'some'
  /** The message about why no live changes arrive; null while they do. */
  outage: string | null
  /** The announcement for screen readers. The number changes even if the same text is announced again. */
  said: { text: string; number: number }
}

/** The messages between the tabs of a browser, in both applications. */
export type TabMessage =
  | { user: string; kind: 'read'; id: string }
  | { user: string; kind: 'all-read' }
  | { user: string; kind: 'mute'; type: NoticeType; muted: boolean }

export interface Tabs {
  broadcast: (message: TabMessage) => void
  subscribe: (listener: (message: TabMessage) => void) => void
  close: () => void
}

export interface BellParts {
  api: BellApi
  /** Opens the live connection; null if there is none. */
  open: OpenSocket<Change> | null
  environment: PageEnvironment
  tabs: Tabs
  user: string
  /** When the person joined, ISO date. */
  joined: string | null
  /** The feed from `boot()`, and when it arrived by this page's clock. */
  first: { feed: Feed | null; at: number }
  /** Called at the end with the last feed, with which the next bell begins. */
  keep: (feed: Feed) => void
  onOutage: () => void
  clock: () => number
  random: () => number
}

const POLL_MS = 60_000
const POLL_SPREAD = 0.2
/**
 * The maximum random delay of a read, in milliseconds. A notification to everybody appears for all people at the same
 * moment.
 */
const DUE_MS = 50
const DUE_WITHIN_MS = 1_500
const DOUBT_MS = 300
const DOUBT_WITHIN_MS = 1_500
const LONG_AWAY_MS = 30_000
const LONGEST_TIMER_MS = 6 * 60 * 60 * 1000
const STEP = 20

/**
 * The bell of one person, which is updated while the page is open. It begins with the feed from `boot()`. Changes then
 * arrive over the live connection. The whole feed is read again whenever a change may have been missed: when the
 * connection opens, when a scheduled notification appears, when the page becomes visible, and once a minute while there
 * is no live connection. Changes that arrive during a read are applied to its result.
 */
export class Bell {
  readonly #parts: BellParts
  readonly #live: LiveConnection<Change> | null
  readonly #listeners = new Set<() => void>()
  readonly #reads = new Set<string>()
  #state: BellState
  #size = FEED_SIZE
  /** By how many milliseconds the database's clock is ahead of this page's clock. */
  #ahead = 0
  #newest: number
  /** The changes that have arrived since the current read began; null while nothing is being read. */
  #arrived: Change[] | null = null
  #again = false
  /**
   * The number of commands without an answer. A feed that was read before their answers would revert them on the
   * screen.
   */
  #commands = 0
  /** The number of the current read. It changes when the answer to the read must be ignored. */
  #readNumber = 0
  #stale = false
  #hiddenAt: number | null = null
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #dueTimer: ReturnType<typeof setTimeout> | undefined
  #doubtTimer: ReturnType<typeof setTimeout> | undefined
  #stopWatching: (() => void) | undefined
  #stopped = true

  constructor(parts: BellParts) {
    this.#parts = parts
    const { feed, at } = parts.first
    if (feed) this.#ahead = Date.parse(feed.now) - at
    this.#newest = feed ? newestSentAt(feed) : Number.POSITIVE_INFINITY
    this.#state = {
      feed,
      reading: feed ? 'done' : 'first',
      older: feed?.more ? 'some' : 'none',
      outage: null,
      said: { text: '', number: 0 },
    }
    this.#live =
      parts.open &&
      new LiveConnection({
        open: parts.open,
        environment: parts.environment,
        random: parts.random,
        onStatus: (status) => this.#show({ outage: outageOf(status) }),
        onReady: () => void this.refresh(),
        onChange: (change) => this.#apply(change),
        onOutage: parts.onOutage,
      })
  }

  start(): void {
    const { tabs, environment } = this.#parts
    this.#stopped = false
    tabs.subscribe((message) => this.#receiveFromTab(message))
    this.#stopWatching = environment.watch((event) => {
      if (event === 'hidden') this.#hiddenAt = this.#parts.clock()
      else if (event === 'shown') this.#onShown()
    })
    this.#live?.start()
    this.#planPoll()
    this.#planDue()
    // Without a feed, it is read at once, so that the person need not wait for the connection.
    if (this.#state.feed === null) void this.refresh()
  }

  stop(): void {
    this.#stopped = true
    this.#live?.stop()
    this.#stopWatching?.()
    this.#parts.tabs.close()
    for (const timer of [this.#pollTimer, this.#dueTimer, this.#doubtTimer]) clearTimeout(timer)
    this.#listeners.clear()
    const { feed } = this.#state
    if (feed) this.#parts.keep({ ...feed, now: new Date(this.now()).toISOString() })
  }

  /** This is an arrow function, because React calls it without `this`. */
  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): BellState => this.#state

  /** Returns the time by the database's clock in milliseconds, as estimated from its last answer. */
  readonly now = (): number => this.#parts.clock() + this.#ahead

  /** Reads the whole feed. Any number of calls during a read causes one more read. */
  async refresh(): Promise<void> {
    if (this.#stopped) return
    if (this.#arrived || this.#commands > 0) {
      this.#again = true
      return
    }
    this.#again = false
    this.#arrived = []
    const turn = this.#readNumber
    clearTimeout(this.#doubtTimer)
    this.#doubtTimer = undefined
    try {
      const feed = await this.#parts.api.read(this.#size)
      if (!this.#stopped && turn === this.#readNumber) this.#receive(feed, this.#arrived)
    } catch {
      this.#stale = true
      if (!this.#stopped) this.#showFailure()
    }
    this.#arrived = null
    if (this.#again || turn !== this.#readNumber) void this.refresh()
  }

  /**
   * Marks a notification as read. The screen changes at once, and changes back if the request fails. Throws DataError.
   */
  async markRead(id: string): Promise<void> {
    if (this.#reads.has(id)) return
    this.#apply({ kind: 'read', id })
    await this.#command(
      () => this.#parts.api.markRead(id),
      (feed) => {
        this.#reads.delete(id)
        return unmarkRead(feed, id)
      },
    )
    this.#broadcast({ user: this.#parts.user, kind: 'read', id })
  }

  /** Marks all notifications as read, and returns their number. Fails like `markRead`. */
  async markAllRead(): Promise<number> {
    const before = this.#state.feed
    this.#readNumber += 1
    if (before) this.#set(allRead(before))
    const marked = await this.#command(
      () => this.#parts.api.markAllRead(),
      (feed) => (before ? before : feed),
    )
    this.#broadcast({ user: this.#parts.user, kind: 'all-read' })
    return marked
  }

  /** Mutes a type, or unmutes it. Fails like `markRead`. */
  async mute(type: NoticeType, muted: boolean): Promise<void> {
    const before = this.#state.feed
    this.#readNumber += 1
    if (before) this.#set(withMute(before, type, muted))
    await this.#command(
      () => this.#parts.api.mute(type, muted),
      (feed) => (before ? before : feed),
    )
    this.#broadcast({ user: this.#parts.user, kind: 'mute', type, muted })
    void this.refresh()
  }

  /** Reads the feed again after the first read has failed. */
  retry(): void {
    this.#show({ reading: 'first' })
    void this.refresh()
  }

  /** Loads older notifications as well. */
  showOlder(): void {
    if (this.#state.older === 'some') this.#size = Math.min(this.#size + STEP, MAX_FEED_SIZE)
    this.#show({ older: 'reading' })
    void this.refresh()
  }

  async #command<T>(call: () => Promise<T>, undo: (feed: Feed) => Feed): Promise<T> {
    this.#commands += 1
    try {
      return await call()
    } catch (error) {
      if (this.#state.feed) this.#set(undo(this.#state.feed))
      // The answer may come from before the command, so the feed is read once more.
      this.#again = true
      throw error
    } finally {
      this.#commands -= 1
      if (this.#again && this.#commands === 0) void this.refresh()
    }
  }

  #apply(change: Change): void {
    if (change.kind === 'read') this.#reads.add(change.id)
    this.#arrived?.push(change)
    const { feed } = this.#state
    if (!feed) return
    const changed = applyChange(feed, change, this.#context())
    this.#set(changed.feed)
    if (changed.needsRefresh) this.#planRefresh()
  }

  #receive(read: Feed | null, arrived: readonly Change[]): void {
    this.#stale = false
    if (!read) {
      this.#show({ feed: null, reading: 'done', older: 'none' })
      return
    }
    this.#ahead = Date.parse(read.now) - this.#parts.clock()
    let feed = withReads(read, this.#reads)
    for (const change of arrived) {
      const changed = applyChange(feed, change, this.#context())
      feed = changed.feed
      if (changed.needsRefresh) this.#planRefresh()
    }
    this.#show({
      reading: 'done',
      older: feed.more && this.#size < MAX_FEED_SIZE ? 'some' : 'none',
    })
    this.#set(feed)
  }

  #showFailure(): void {
    const { feed, older } = this.#state
    this.#show({
      reading: feed ? 'done' : 'failed',
      older: older === 'reading' ? 'failed' : older,
    })
  }

  #set(feed: Feed): void {
    const news = newNotices(feed, this.#newest)
    this.#newest = Math.max(newestSentAt(feed), Number.isFinite(this.#newest) ? this.#newest : 0)
    const [first] = news
    const text =
      news.length > 1
        ? `${news.length} new notifications`
        : first && `New notification: ${first.title}`
    const { said, older } = this.#state
    this.#show({
      feed,
      // If new notifications have pushed others out of the list, older ones can be loaded.
      older: older === 'none' && feed.more && this.#size < MAX_FEED_SIZE ? 'some' : older,
      said: text ? { text, number: said.number + 1 } : said,
    })
    this.#planDue()
  }

  #show(change: Partial<BellState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #context(): FeedContext {
    return {
      size: this.#size,
      joined: this.#parts.joined,
      reads: this.#reads,
      now: this.now(),
    }
  }

  #receiveFromTab(message: TabMessage): void {
    if (message.user !== this.#parts.user) return
    const { feed } = this.#state
    if (message.kind === 'read') this.#apply({ kind: 'read', id: message.id })
    else if (feed) {
      this.#readNumber += 1
      this.#set(
        message.kind === 'all-read' ? allRead(feed) : withMute(feed, message.type, message.muted),
      )
      void this.refresh()
    }
  }

  #broadcast(message: TabMessage): void {
    if (!this.#stopped) this.#parts.tabs.broadcast(message)
  }

  #onShown(): void {
    const away = this.#hiddenAt === null ? 0 : this.#parts.clock() - this.#hiddenAt
    this.#hiddenAt = null
    // While a device sleeps, it does not notice that the connection was lost.
    if (this.#stale || away > LONG_AWAY_MS) void this.refresh()
  }

  #planRefresh(): void {
    this.#doubtTimer ??= setTimeout(
      () => this.#refreshIfVisible(),
      DOUBT_MS + this.#parts.random() * DOUBT_WITHIN_MS,
    )
  }

  /** Reads the feed now if the page is visible, otherwise when it becomes visible. */
  #refreshIfVisible(): void {
    this.#doubtTimer = undefined
    if (this.#parts.environment.isVisible()) void this.refresh()
    else this.#stale = true
  }

  #planPoll(): void {
    const { random, environment } = this.#parts
    const spread = 1 + (random() - 0.5) * POLL_SPREAD
    this.#pollTimer = setTimeout(() => {
      const isLive = this.#live?.status === 'live' && !this.#stale
      if (!isLive && environment.isVisible() && environment.isOnline()) void this.refresh()
      this.#planPoll()
    }, POLL_MS * spread)
  }

  #planDue(): void {
    clearTimeout(this.#dueTimer)
    const at = this.#state.feed?.next_change_at
    if (!at || this.#stopped) return
    const left = Math.max(Date.parse(at) - this.now(), 0)
    const wait = left + DUE_MS + this.#parts.random() * DUE_WITHIN_MS
    this.#dueTimer = setTimeout(
      () => (wait > LONGEST_TIMER_MS ? this.#planDue() : this.#refreshIfVisible()),
      Math.min(wait, LONGEST_TIMER_MS),
    )
  }
}

function outageOf(status: LiveStatus): string | null {
  return status === 'live' || status === 'connecting' ? null : OUTAGE_MESSAGES[status]
}
