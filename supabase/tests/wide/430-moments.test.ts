import { addDays, daysBetween } from '@rookies/data/time/days'
import { dayAt, lastSecond, localMoment } from '@rookies/data/time/local-time'
import { timeZones } from '@rookies/data/time/zones'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../database'
import {
  dayOf,
  addDays as daysLater,
  momentOf,
  type Stretch,
  seededRandom,
  stretchesOf,
} from '../scenes/clock-changes'

// A local time is the same moment for the database, for libs/data and by a calculation that shares no code with them, in
// every zone and at every clock change from 2020 to 2035 (rules/cohorts#moments).
const db = useDatabase()

const SCHEDULES = Number(process.env.SCHEDULES ?? 1000)
const BATCH = 1000
const FIRST = '2020-01-01'
const DAYS = daysBetween(FIRST, '2035-12-31')
const HOUR_MS = 60 * 60_000

/**
 * Zones whose clock changes are not the same in the data of Node.js and of PostgreSQL, with the difference. Neither is
 * wrong: zones are changed by law, and each has the data of its release.
 */
const VANCOUVER =
  'PostgreSQL has clocks that are not put back any more from 2026 on, and Node.js has the changes of before'
const CHISINAU =
  'PostgreSQL has changes at the hour of the rest of Europe from 2022 on, and Node.js an hour before'
const EXCUSED: Record<string, string> = {
  'America/Vancouver': VANCOUVER,
  'Canada/Pacific': VANCOUVER,
  'Europe/Chisinau': CHISINAU,
  'Europe/Tiraspol': CHISINAU,
}

const zones = new Map<string, Stretch[]>()

beforeAll(async () => {
  const names = await db.owner(
    `select z.name from pg_timezone_names z
     where z.name = 'UTC' or not exists (select from pg_timezone_abbrevs a where a.abbrev = upper(z.name)) order by 1`,
  )
  for (const { name } of names) {
    const stretches = stretchesOf(String(name))
    if (stretches) zones.set(String(name), stretches)
  }
})

/** When something opens in a schedule, for one person. */
interface Question {
  zone: string
  first: string
  shift: number
  offset: number
  time: string
  /** When a pause began and ended, in milliseconds. */
  pause?: [began: number, ended: number]
  /** The last day of access. */
  ends?: string
}

interface Answer {
  opens: number
  day: string
  ends: number | null
  days: number
}

async function byDatabase(questions: readonly Question[]): Promise<Answer[]> {
  const rows = await db.owner(
    `select (extract(epoch from q.opens) * 1000)::bigint::text as opens, private.local_day(q.opens, q.zone)::text as day,
       (extract(epoch from private.last_second(q.ends + q.shift + q.days, q.zone)) * 1000)::bigint::text as ends, q.days
     from (
       select p.*, private.local_moment(p.first + p.shift + p.days + p."offset", p."time", p.zone) as opens
       from (
         select r.*, coalesce(private.local_day(r.resumed, r.zone) - private.local_day(r.paused, r.zone), 0) as days
         from jsonb_to_recordset($1) r (n int, zone text, first date, shift int, "offset" int, "time" time,
           paused timestamptz, resumed timestamptz, ends date)
       ) p
     ) q order by q.n`,
    [
      JSON.stringify(
        questions.map(({ pause, ...question }, n) => ({
          ...question,
          n,
          ...(pause && { paused: new Date(pause[0]), resumed: new Date(pause[1]) }),
        })),
      ),
    ],
  )
  return rows.map(({ opens, day, ends, days }) => ({
    opens: Number(opens),
    day: String(day),
    ends: ends === null ? null : Number(ends),
    days: Number(days),
  }))
}

function byLibrary({ zone, first, shift, offset, time, pause, ends }: Question): Answer {
  const days = pause ? daysBetween(dayAt(pause[0], zone), dayAt(pause[1], zone)) : 0
  const opens = localMoment(addDays(first, shift + days + offset), time, zone)
  return {
    opens,
    day: dayAt(opens, zone),
    ends: ends ? lastSecond(addDays(ends, shift + days), zone) : null,
    days,
  }
}

function byTable({ zone, first, shift, offset, time, pause, ends }: Question): Answer {
  const table = zones.get(zone) ?? []
  const [began, ended] = (pause ?? [0, 0]).map((moment) => Date.parse(dayOf(table, moment)))
  const days = ((ended ?? 0) - (began ?? 0)) / (24 * HOUR_MS)
  const opens = momentOf(table, daysLater(first, shift + days + offset), time)
  return {
    opens,
    day: dayOf(table, opens),
    ends: ends ? momentOf(table, daysLater(ends, shift + days + 1), '00:00:00') - 1000 : null,
    days,
  }
}

/** Returns the questions to which the three calculations give different answers, with all three answers. */
async function differences(questions: readonly Question[]) {
  const stored = await byDatabase(questions)
  expect(stored.length).toBe(questions.length)
  return questions.flatMap((question, n) => {
    const answers = [stored[n], byLibrary(question), byTable(question)]
    const [database, library, table] = answers.map((answer) => JSON.stringify(answer))
    return database === library && library === table ? [] : [{ question, answers }]
  })
}

/** The moments at which the clocks of a zone are changed. */
const changesOf = (zone: string) => (zones.get(zone) ?? []).slice(1)

/**
 * A local day and time, `after` milliseconds after a clock change (before it if negative), on clocks that had not been
 * changed.
 */
function wallAt(zone: string, { from }: Stretch, after: number): [day: string, time: string] {
  const before = zones.get(zone)?.findLast((stretch) => stretch.to <= from)
  const wall = new Date(from + (before?.offset ?? 0) + after).toISOString()
  return [wall.slice(0, 10), wall.slice(11, 19)]
}

const plain = (zone: string, day: string, time: string): Question => ({
  zone,
  first: day,
  shift: 0,
  offset: 0,
  time,
})

test('the database and the calculation agree on moments around every clock change of every zone, and between', async () => {
  const questions: Question[] = []
  for (const zone of zones.keys()) {
    for (const change of changesOf(zone)) {
      for (const after of [-1, -0.5, -1 / 3600, 0, 0.5, 1]) {
        const [day, time] = wallAt(zone, change, after * HOUR_MS)
        if (day >= FIRST && day < '2036') questions.push(plain(zone, day, time))
      }
    }
    for (let day = FIRST; day < '2036'; day = daysLater(day, 61)) {
      questions.push(plain(zone, day, '12:00:00'))
    }
  }
  expect(zones.size).toBeGreaterThan(400)
  const found = []
  for (let n = 0; n < questions.length; n += 20_000) {
    found.push(...(await differences(questions.slice(n, n + 20_000))))
  }
  expect(
    found.filter(({ question }) => !(question.zone in EXCUSED)).slice(0, 10),
    'moments on which the three calculations differ',
  ).toEqual([])
  const differing = new Set(found.map(({ question }) => question.zone))
  expect(
    Object.keys(EXCUSED).filter((zone) => !differing.has(zone)),
    'excuses that are no longer needed',
  ).toEqual([])
}, 60_000)

test('a name that is also an abbreviation is refused, because the database would read it without clock changes', async () => {
  const names = ['CET', 'EET', 'MET', 'WET', 'cet', 'Nowhere/City', 'Europe/Vienna', 'UTC']
  const rows = await db.owner(
    'select n.name from unnest($1::text[]) n (name) where private.is_time_zone(n.name)',
    [names],
  )
  expect(rows.map(({ name }) => name)).toEqual(['Europe/Vienna', 'UTC'])
  // Every listed name is a zone unless it is an abbreviation, and in no other spelling.
  const differing = await db.owner(
    `with listed as materialized (select name from pg_timezone_names),
       short as materialized (select abbrev from pg_timezone_abbrevs)
     select t.name from (select name from listed union select unnest($1::text[])) t
     where private.is_time_zone(t.name)
       <> (t.name in (select name from listed) and (t.name = 'UTC' or upper(t.name) not in (select abbrev from short)))`,
    [['europe/vienna', 'Europe/vienna', 'EUROPE/VIENNA', 'Europe/Vienna/A', 'Europe/', 'Foo/Bar']],
  )
  expect(differing).toEqual([])
  // The database knows every zone that a picker offers.
  expect(timeZones().filter((zone) => !zones.has(zone))).toEqual([])
})

test(`the database and the calculation agree on ${SCHEDULES} random schedules with shifts and pauses`, async () => {
  const { chance, from, one } = seededRandom(Number(process.env.SEED ?? 1))
  const names = [...zones.keys()].filter((zone) => !(zone in EXCUSED))

  function schedule(): Question[] {
    const zone = one(names)
    const changes = changesOf(zone)
    const shift = chance(0.5) ? 0 : from(-30, 60)
    const first = daysLater(FIRST, from(60, DAYS - 400))
    const began = Date.parse(first) + from(0, 60 * 24 * 60) * 60_000
    const pause: Question['pause'] = [began, began + from(0, 90 * 24 * 60) * 60_000]
    const ends = daysLater(first, from(0, 200))
    const questions = [0, 1, 2, 3, 4].map((): Question => {
      const offset = from(0, 120)
      const minute = new Date(from(0, 1439) * 60_000).toISOString().slice(11, 19)
      const time = chance(0.3) ? '00:00:00' : minute
      return { zone, first, shift, offset, time, ends, ...(chance(0.5) && { pause }) }
    })
    // Half of the schedules meet a clock change, in its hours.
    if (changes.length > 0 && chance(0.5)) {
      const [day, time] = wallAt(zone, one(changes), from(-180, 180) * 60_000)
      const [question] = questions
      if (question) {
        const { days } = byTable(question)
        questions.push({
          ...question,
          first: daysLater(day, -question.offset - shift - days),
          time,
        })
      }
    }
    return questions
  }

  for (let done = 0; done < SCHEDULES; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, SCHEDULES - done) }, schedule).flat()
    expect((await differences(batch)).slice(0, 5), 'wrong moments').toEqual([])
  }
}, 600_000)
