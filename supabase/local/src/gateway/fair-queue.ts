/** Requests wait here for their turn at the database, which is given out fairly among people. */
export type FairQueue = {
  /**
   * Asks for a turn: `start` is called when it comes, perhaps at once, with what ends the turn; or
   * `refuse` when too many wait or none has come in time.
   * @param person whose turn it is: everything with the same name shares what one person may have
   * @returns ends the wait
   */
  ask(person: string, answer: { start(end: () => void): void; refuse(): void }): () => void
}

/** Times are milliseconds. */
export type QueueLimits = {
  /** Turns that one person has at once: as many at first, and one more with each that was quick. */
  atFirst: number
  atMost: number
  /** A turn that took no longer than this was quick. */
  quick: number
  /** Time in the database that a person may be ahead with. */
  credit: number
  /** How much of it each second gives back. */
  share: number
  /** Turns of all who used up their credit together; each of them has one. */
  slow: number
  /** Requests of one person, and of all, that may wait, and for how long. */
  waitingEach: number
  waitingAll: number
  patience: number
}

/**
 * Meant for a machine of two cores and the connections of `rest/config.ts`. A page makes a few calls of
 * some milliseconds and never meets them. Who asks for slow things again and again soon has one turn,
 * and shares two with all others of that kind, so that neither the connections nor the cores are used up.
 */
export const defaultQueueLimits: QueueLimits = {
  atFirst: 2,
  atMost: 4,
  quick: 250,
  credit: 3_000,
  share: 0.25,
  slow: 2,
  waitingEach: 100,
  waitingAll: 1_000,
  patience: 10_000,
}

type Waiting = { start(): void; giveUp: NodeJS.Timeout }

type Account = {
  running: number
  /** How many turns in a row were quick. */
  quick: number
  /** Time in the database that has not been given back, as of `at`. */
  debt: number
  at: number
  waiting: Set<Waiting>
}

/** Among those who may have a turn it goes to the one who has used least. */
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

  function begin(account: Account, start: (end: () => void) => void): void {
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
      giveTurns()
    })
  }

  function giveTurns(): void {
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

  /** Forgets those who owe nothing. */
  function tidy(): void {
    for (const [person, account] of accounts) {
      const idle = account.running === 0 && account.waiting.size === 0
      if (idle && debtOf(account) === 0) accounts.delete(person)
    }
    tidyAt = Math.max(1_000, accounts.size * 2)
  }

  return {
    ask(person, { start, refuse }) {
      const account = accountOf(person)
      if (account.waiting.size === 0 && mayRun(account)) {
        begin(account, start)
        return () => {}
      }
      if (account.waiting.size >= limits.waitingEach || waitingAll >= limits.waitingAll) {
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
