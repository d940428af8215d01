import { randomUUID } from 'node:crypto'
import { queueCompletion } from '@rookies/data/progress/queued-completions'
import { mergeRanges, parseRanges } from '@rookies/data/progress/ranges'
import { queueWatch } from '@rookies/data/progress/record-progress'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { clientOf } from '../../wire/clients'
import { type Faults, faultyFetch, seeded } from '../../wire/faulty-fetch'
import { CrashingBrowser } from '../crashing-browser'

const db = useDatabase()

/** `npm run bench` sets ten thousand. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 1_000)
const PEOPLE = 20
const LESSONS = 10
/** The share of writes that fail: half of them before they arrive, half with a lost answer. */
const FAULTY = 0.3
/** Operations between two crashes of the browser, of which only its storage remains. */
const LIFETIME = 25

async function manyLessons(people: Person[]): Promise<string[]> {
  const course = await db.course()
  for (const person of people) await db.entitle(person, course.id)
  const lessons = Array.from({ length: LESSONS }, () => randomUUID())
  await db.owner(
    `insert into public.lessons (id, module_id, title, index, content_type, duration_sec)
     select id, $1, 'Lesson', 10 + row_number() over (), 'TEXT', 0 from unnest($2::uuid[]) id`,
    [course.moduleId, lessons],
  )
  return lessons
}

test(`${OPERATIONS} operations over a bad connection are each stored exactly once`, {
  timeout: 600_000,
}, async () => {
  const random = seeded(7)
  const below = (limit: number) => Math.floor(random() * limit)
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => db.person()))
  const lessons = await manyLessons(people)
  const faults: Faults = { cut: 0, dropped: 0 }
  const intended = new Map<string, boolean>()
  const watched = new Map<string, [number, number][]>()
  const places = new Map<string, number>()

  const browsers = await Promise.all(
    people.map(async (person) => {
      const connection = faultyFetch(random, FAULTY, faults)
      return new CrashingBrowser(person, await clientOf(person, undefined, connection))
    }),
  )

  await Promise.all(
    browsers.map(async (browser) => {
      for (let done = 0; done < OPERATIONS / PEOPLE; done += 1) {
        const lessonId = lessons[below(LESSONS)] ?? ''
        const about = `${browser.person.id} ${lessonId}`
        if (random() < 0.5) {
          const isDone = random() < 0.5
          intended.set(about, isDone)
          queueCompletion(browser.outbox, { lessonId, slug: 'course', done: isDone })
        } else {
          const from = below(5000)
          const piece: [number, number] = [from, from + 1 + below(20)]
          watched.set(about, [...(watched.get(about) ?? []), piece])
          places.set(about, piece[1])
          queueWatch(browser.outbox, {
            lessonId,
            slug: 'course',
            positionSec: piece[1],
            durationSec: null,
            ranges: [piece],
          })
        }
        const flushed = browser.flush()
        if (done % LIFETIME === LIFETIME - 1) await browser.die()
        else if (random() < 0.8) await flushed
      }
      await browser.finish()
    }),
  )

  const ids = people.map(({ id }) => id)
  const completions = await db.owner(
    'select user_id, lesson_id from public.lesson_completions where user_id = any($1)',
    [ids],
  )
  const inDatabase = completions.map((row) => `${row.user_id} ${row.lesson_id}`).sort()
  const inMind = [...intended].flatMap(([about, isDone]) => (isDone ? [about] : [])).sort()
  expect(inDatabase).toEqual(inMind)

  const progress = await db.owner(
    'select user_id, lesson_id, position_sec::float as place, watched::text from public.lesson_progress where user_id = any($1)',
    [ids],
  )
  const stored = new Map(progress.map((row) => [`${row.user_id} ${row.lesson_id}`, row]))
  expect(stored.size).toBe(watched.size)
  for (const [about, pieces] of watched) {
    expect(parseRanges(stored.get(about)?.watched)).toEqual(mergeRanges(pieces))
    expect(stored.get(about)?.place).toBe(places.get(about))
  }
  // The connection failed as often as intended.
  expect(faults.cut).toBeGreaterThan(OPERATIONS / 50)
  expect(faults.dropped).toBeGreaterThan(OPERATIONS / 50)
})
