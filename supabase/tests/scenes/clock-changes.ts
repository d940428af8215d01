// Computes local times independently of the database and libs/data: from a table of each zone's offsets, which it asks
// from Intl.

const DAY_MS = 24 * 60 * 60_000
/** Two clock changes that cancel each other are always further apart than this, so no step of the search skips both. */
const STEP_MS = 14 * DAY_MS
const BEGIN = Date.parse('2019-11-01T00:00:00Z')
const END = Date.parse('2036-03-01T00:00:00Z')

/** A period in which a zone's clocks are not changed, in milliseconds. */
export interface Stretch {
  from: number
  to: number
  /** Local time minus UTC, in milliseconds. */
  offset: number
}

/** Returns the periods with one offset of a zone from 2019 to 2036; null for a zone that this Node.js does not know. */
export function stretchesOf(zone: string): Stretch[] | null {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
  const offsetAt = (moment: number): number => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] =
      /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(format.format(moment)) ?? []
    const length = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    return (sign === '-' ? -length : length) * 1000
  }
  const stretches: Stretch[] = []
  let from = Number.NEGATIVE_INFINITY
  let offset = offsetAt(BEGIN)
  for (let near = BEGIN; near < END; near += STEP_MS) {
    const next = offsetAt(near + STEP_MS)
    if (next === offset) continue
    let [before, after] = [near, near + STEP_MS]
    while (after - before > 1000) {
      const middle = before + Math.floor((after - before) / 2000) * 1000
      if (offsetAt(middle) === offset) before = middle
      else after = middle
    }
    stretches.push({ from, to: after, offset })
    from = after
    offset = next
  }
  stretches.push({ from, to: Number.POSITIVE_INFINITY, offset })
  return stretches
}

/**
 * Returns the moment of a local time: the last one at which clocks show it. If clocks skip it, the moment at which they
 * would have shown it without the change.
 */
export function momentOf(stretches: readonly Stretch[], day: string, time: string): number {
  const wall = Date.parse(`${day}T${time}Z`)
  const shown = stretches.filter((s) => wall - s.offset >= s.from && wall - s.offset < s.to).at(-1)
  const unchanged = shown ?? stretches.findLast((s) => wall - s.offset >= s.to)
  if (!unchanged) throw new Error(`No clock of this zone shows ${day} ${time}.`)
  return wall - unchanged.offset
}

/** Returns the local time of a moment, as the milliseconds of the moment at which clocks in UTC show the same. */
function clocksAt(stretches: readonly Stretch[], moment: number): number {
  return moment + (stretches.find((s) => moment < s.to)?.offset ?? 0)
}

/** Returns the day that it is at a moment. */
export const dayOf = (stretches: readonly Stretch[], moment: number): string =>
  new Date(clocksAt(stretches, moment)).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    chance: (share: number) => next() < share,
    /** A whole number, both ends included. */
    from: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    one: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
  }
}
