/** A queue in front of the database, which gives slots to people fairly. */
export type FairQueue = {
  /**
   * Asks for a slot. Calls `start`, perhaps at once, with a function that releases the slot; or `refuse` if too
   * many requests wait or the wait takes too long.
   * @param holder the name by which the limits for one person apply
   * @param isShared whether several people may have this name, so that more requests may wait
   * @returns a function that ends the wait
   */
  ask(
    holder: string,
    isShared: boolean,
    answer: { start(release: () => void): void; refuse(): void },
  ): () => void
}

/** Times are milliseconds. */
export type QueueLimits = {
  /** Slots of one person: this many at first, and one more after each quick request. */
  atFirst: number
  atMost: number
  /** The longest duration of a quick request. */
  quick: number
  /** Time in the database that a person may use before their slots are limited. */
  credit: number
  /** The part of the used time that is forgiven each second. */
  share: number
  /** Slots of all people who used up their credit, each of whom gets one. */
  slow: number
  /** The maximum number of waiting requests of one person, of one shared name, and of all, and the maximum wait. */
  waitingEach: number
  waitingShared: number
  waitingAll: number
  patience: number
}

/**
 * Limits for a machine with two cores and the connections of `rest/config.ts`. A page makes a few calls of
 * some milliseconds and never reaches them. A person who repeats slow calls soon gets one slot at a time, and
 * shares two with all others of this kind, so that connections and cores remain free.
 */
export const defaultQueueLimits: QueueLimits = {
  atFirst: 2,
  atMost: 4,
  quick: 250,
  credit: 3_000,
  share: 0.25,
  slow: 2,
  waitingEach: 100,
  // A whole class can share one IP address, and each of its browsers opens six connections.
  waitingShared: 500,
  waitingAll: 2_000,
  patience: 10_000,
}

type Waiting = { start(): void; giveUp: NodeJS.Timeout }

type Account = {
  running: number
  /** The number of quick requests in a row. */
  quick: number
  /** Time in the database that was not forgiven yet, at the moment `at`. */
  debt: number
  at: number
  waiting: Set<Waiting>
}

/** A free slot goes to the person with the least used time, among those who may have one. */
export function createFairQueue(
  limits: QueueLimits = defaultQueueLimits,
  now: () => number = () => performance.now(),
): FairQueue {
  const accounts = new Map<string, Account>()
  const queueing = new Set<Account>()
  let waitingAll = 0
  let slowRunning = 0
  let tidyAt = 1_000

  function debtOf(account: Account): number {
    const time = now()
    account.debt = Math.max(0, account.debt - (time - account.at) * limits.share)
    account.at = time
    return account.debt
  }

  const isSlow = (account: Account) => debtOf(account) > limits.credit

  function mayRun(account: Account): boolean {
    if (isSlow(account)) return account.running === 0 && slowRunning < limits.slow
    return account.running < Math.min(limits.atMost, limits.atFirst + account.quick)
  }

  function begin(account: Account, start: (release: () => void) => void): void {
    const began = now()
    const slow = isSlow(account) ? 1 : 0
    let ended = false
    account.running += 1
    slowRunning += slow
    start(() => {
      if (ended) return
      ended = true
      const took = now() - began
      account.running -= 1
      slowRunning -= slow
      account.debt = debtOf(account) + took
      account.quick = took <= limits.quick ? account.quick + 1 : 0
      giveSlots()
    })
  }

  function giveSlots(): void {
    for (;;) {
      const [first] = [...queueing].filter(mayRun).sort((a, b) => a.debt - b.debt)
      const [next] = first?.waiting ?? []
      if (!first || !next) return
      leave(first, next)
      next.start()
    }
  }

  function leave(account: Account, waiting: Waiting): void {
    clearTimeout(waiting.giveUp)
    if (account.waiting.delete(waiting)) waitingAll -= 1
    if (account.waiting.size === 0) queueing.delete(account)
  }

  function accountOf(person: string): Account {
    const known = accounts.get(person)
    if (known) return known
    if (accounts.size >= tidyAt) tidy()
    const account: Account = { running: 0, quick: 0, debt: 0, at: now(), waiting: new Set() }
    accounts.set(person, account)
    return account
  }

  /** Deletes the entries of people without used time. */
  function tidy(): void {
    for (const [person, account] of accounts) {
      const idle = account.running === 0 && account.waiting.size === 0
      if (idle && debtOf(account) === 0) accounts.delete(person)
    }
    tidyAt = Math.max(1_000, accounts.size * 2)
  }

  return {
    ask(holder, isShared, { start, refuse }) {
      const account = accountOf(holder)
      const most = isShared ? limits.waitingShared : limits.waitingEach
      if (account.waiting.size === 0 && mayRun(account)) {
        begin(account, start)
        return () => {}
      }
      if (account.waiting.size >= most || waitingAll >= limits.waitingAll) {
        refuse()
        return () => {}
      }
      const waiting: Waiting = {
        start: () => begin(account, start),
        giveUp: setTimeout(() => {
          leave(account, waiting)
          refuse()
        }, limits.patience),
      }
      account.waiting.add(waiting)
      queueing.add(account)
      waitingAll += 1
      return () => leave(account, waiting)
    },
  }
}
