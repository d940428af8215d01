import { errorMessage } from '../plain-error'
import type { Change } from './change-log'
import type { Answer, Database, Entity, Question } from './database'
import { type ChangeEvent, type Compare, passes, passesAtOnce } from './filters'
import type { Person } from './tokens'

/** A recipient of changes: a channel of a client. */
export type Subscriber = {
  /** Returns the person whose rights apply now. */
  person(): Person
  /**
   * @param ids of the subscriptions that match the change
   * @param data JSON
   */
  deliver(ids: number[], data: string): void
  /** Tells the client to start again, because changes may be missing. */
  restart(): void
}

export type Subscription = {
  id: number
  subscriber: Subscriber
  event: ChangeEvent
  entities: Entity[]
}

export type Delivery = {
  add(subscription: Subscription): void
  remove(subscriber: Subscriber): void
  /** Takes a change; the promise is pending while too many changes wait. */
  take(change: Change): Promise<void>
  /** Restarts every channel, because changes may be missing. */
  restartAll(): void
}

/** A subscription that a change concerns. */
type Match = { subscription: Subscription; person: Person }

/** The maximum number of changes, and of checks, in one query. */
const batchSize = 200
const lookupsAtOnce = 4_000
const enoughWaiting = 1_000

/**
 * Finds the subscribers of each change that may see it, and delivers it in the order of the log. Changes that
 * arrive during a query are checked together in the next one.
 */
export function createDelivery(database: Database, log: (line: string) => void): Delivery {
  /** The subscriptions by table. */
  const subscriptions = new Map<number, Map<Subscription, Entity>>()
  const waiting: Change[] = []
  let working = false
  let relieved: (() => void)[] = []

  async function work(): Promise<void> {
    if (working) return
    working = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize)
      if (waiting.length < enoughWaiting) {
        for (const go of relieved) go()
        relieved = []
      }
      await passOn(batch)
    }
    working = false
  }

  async function passOn(batch: Change[]): Promise<void> {
    const compare = onceEach(database.compare)
    let round: { question: Question; matches: Match[] }[] = []
    let lookups = 0
    const finish = async () => {
      const asked = round
      round = []
      lookups = 0
      if (asked.length > 0) await ask(asked)
    }
    for (const change of batch) {
      const matches = await matching(change, compare).catch((error: unknown) => {
        log(`Realtime, filters on ${change.table}: ${errorMessage(error)}`)
        return []
      })
      for (const [role, ofRole] of byRole(matches)) {
        const people = [...new Set(ofRole.map(({ person }) => person.claims))]
        if (lookups + people.length > lookupsAtOnce) await finish()
        round.push({ question: { change, role, people }, matches: ofRole })
        lookups += people.length
      }
    }
    await finish()
  }

  async function matching(change: Change, compare: Compare): Promise<Match[]> {
    const row = change.row ?? change.oldRow ?? {}
    const matches: Match[] = []
    for (const [subscription, { tests }] of subscriptions.get(change.entity) ?? []) {
      if (subscription.event !== '*' && subscription.event !== change.type) continue
      const passed = passesAtOnce(row, tests) ?? (await passes(row, tests, compare))
      if (passed) matches.push({ subscription, person: subscription.subscriber.person() })
    }
    return matches
  }

  async function ask(round: { question: Question; matches: Match[] }[]): Promise<void> {
    try {
      const answers = await database.check(round.map(({ question }) => question))
      for (const [index, { matches }] of round.entries()) deliver(matches, answers[index])
    } catch (error) {
      if (round.length > 1) {
        // A change whose check fails must not stop the others.
        for (const single of round) await ask([single])
        return
      }
      const [{ question, matches } = { question: undefined, matches: [] }] = round
      log(`Realtime, a change of ${question?.change.table}: ${errorMessage(error)}`)
      for (const subscriber of new Set(matches.map((match) => match.subscription.subscriber))) {
        subscriber.restart()
      }
    }
  }

  function deliver(matches: Match[], answer: Answer | undefined): void {
    if (!answer) return
    const seenBy = new Set(answer.seenBy)
    const ids = new Map<Subscriber, number[]>()
    for (const { subscription, person } of matches) {
      const { subscriber, id } = subscription
      if (seenBy.has(person.claims)) ids.set(subscriber, [...(ids.get(subscriber) ?? []), id])
    }
    for (const [subscriber, wanted] of ids) subscriber.deliver(wanted, answer.data)
  }

  return {
    add(subscription) {
      for (const entity of subscription.entities) {
        const ofTable = subscriptions.get(entity.entity) ?? new Map<Subscription, Entity>()
        subscriptions.set(entity.entity, ofTable.set(subscription, entity))
      }
    },
    remove(subscriber) {
      for (const [entity, ofTable] of subscriptions) {
        for (const subscription of ofTable.keys()) {
          if (subscription.subscriber === subscriber) ofTable.delete(subscription)
        }
        if (ofTable.size === 0) subscriptions.delete(entity)
      }
    },
    async take(change) {
      if (!subscriptions.has(change.entity)) return
      waiting.push(change)
      void work()
      if (waiting.length >= enoughWaiting) {
        await new Promise<void>((resolve) => relieved.push(resolve))
      }
    },
    restartAll() {
      waiting.length = 0
      const everybody = [...subscriptions.values()].flatMap((ofTable) => [...ofTable.keys()])
      for (const subscriber of new Set(everybody.map((one) => one.subscriber))) subscriber.restart()
    },
  }
}

function byRole(matches: Match[]): Map<string, Match[]> {
  const roles = new Map<string, Match[]>()
  for (const match of matches) {
    const { role } = match.person
    const ofRole = roles.get(role)
    if (ofRole) ofRole.push(match)
    else roles.set(role, [match])
  }
  return roles
}

/** Remembers the results of comparisons, because many subscribers have the same filter. */
function onceEach(compare: Compare): Compare {
  const known = new Map<string, Promise<string[]>>()
  return (...question) => {
    const key = JSON.stringify(question)
    const answer = known.get(key) ?? compare(...question)
    known.set(key, answer)
    return answer
  }
}
