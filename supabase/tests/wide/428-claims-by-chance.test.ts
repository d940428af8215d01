import { beforeAll, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { seededRandom } from '../scenes/clock-changes'

// Reviewers act at random and at the same time: no round is reviewed twice, nobody claims more than they may, and
// waiting work keeps its place when a claim ends (rules/assignments#claim, #queue).
const db = useDatabase()
const { task, group, handIn, workOf } = assignments(db)

const CLAIMS = Number(process.env.CLAIMS ?? 300)
const { from, one } = seededRandom(Number(process.env.SEED ?? 38))
const WORKS = 8
const REVIEWERS = 4
/** How many acts run at the same time. */
const WIDTH = 4

interface Work {
  id: string
  round: string
}

let lesson: string
let works: Work[]
let reviewers: Person[]

beforeAll(async () => {
  const made = await task()
  lesson = made.lesson
  const people: Person[] = []
  for (let i = 0; i < WORKS; i += 1) people.push(await db.person())
  reviewers = []
  for (let i = 0; i < REVIEWERS; i += 1) reviewers.push(await db.person({ role: 'MODERATOR' }))
  await group(made, people, { staff: reviewers })
  works = []
  for (const person of people) {
    const round = await handIn(person, lesson)
    works.push({ id: String((await workOf(person, lesson)).id), round: round.id })
  }
}, 60_000)

type Act = (who: Person, work: Work) => Promise<unknown>

const call = async (who: Person, name: string, args: object) => {
  const { code } = await db.call(who, name, { ...args })
  if (code && !['PT409', '42501'].includes(code)) throw new Error(`${name}: ${code}`)
  return code === undefined ? name : code
}

const claim: Act = (who, { id }) => call(who, 'claim_submission', { submission_id: id })
const type: Act = (who, { round }) =>
  call(who, 'save_review_draft', { round_id: round, body: '{"comment": "x"}' })
const release: Act = (who, { id }) => call(who, 'release_claim', { submission_id: id })
const publish: Act = (who, { round }) =>
  call(who, 'publish_review', { round_id: round, verdict: 'AGAIN' })
const end: Act = (_, { id }) =>
  db.owner('update public.review_claims set until = now() where submission_id = $1', [id])
const takeBack: Act = async (_, { round }) => {
  const [review] = await db.owner(
    'select id, reviewer_id from public.reviews where round_id = $1 and withdrawn_at is null',
    [round],
  )
  const by = reviewers.find(({ id }) => id === review?.reviewer_id)
  return by && call(by, 'withdraw_review', { review_id: review?.id })
}

const ACTS: readonly Act[] = [
  claim,
  claim,
  claim,
  claim,
  type,
  type,
  end,
  release,
  publish,
  takeBack,
]

interface Standing {
  /** The ids of the waiting work, in the order of the queue. */
  queue: string[]
  since: Record<string, string>
}

async function standing(): Promise<Standing> {
  const rows = await db.owner(
    `select id, awaiting_since::text as since from public.submissions where lesson_id = $1 and state = 'WAITING'
     order by came_back desc, awaiting_since, id`,
    [lesson],
  )
  return {
    queue: rows.map(({ id }) => String(id)),
    since: Object.fromEntries(rows.map(({ id, since }) => [String(id), String(since)])),
  }
}

/** Returns what must never exist: too many claims or reviews, claims on work that does not wait, and a wrong state. */
const wrong = () =>
  db.owner(
    `select 'claims' as what, reviewer_id::text as of from public.review_claims where until > now() group by 2 having count(*) > 3
     union all select 'idle', c.submission_id::text from public.review_claims c join public.submissions s on s.id = c.submission_id
       where s.state <> 'WAITING' and s.lesson_id = $1
     union all select 'reviews', round_id::text from public.reviews where withdrawn_at is null group by 2 having count(*) > 1
     union all select 'state', s.id::text from public.submissions s join public.submission_rounds r on r.submission_id = s.id
       where s.lesson_id = $1 and (s.state = 'RETURNED') <> exists (
         select from public.reviews v where v.round_id = r.id and v.withdrawn_at is null)`,
    [lesson],
  )

test(`after any of ${CLAIMS} random acts by ${REVIEWERS} reviewers, claims and reviews of ${WORKS} works follow the rules`, {
  timeout: 3_600_000,
}, async () => {
  for (let done = 0; done < CLAIMS; done += WIDTH) {
    const before = await standing()
    const acts = Array.from({ length: WIDTH }, () => ({
      act: one(ACTS),
      who: one(reviewers),
      work: works[from(0, WORKS - 1)] as Work,
    }))
    const ends = await Promise.all(acts.map(({ act, who, work }) => act(who, work)))
    // A round gets a second review only after the first one was withdrawn.
    const published = acts.filter(({ act }, i) => act === publish && ends[i] === 'publish_review')
    const taken = acts.filter(({ act }, i) => act === takeBack && ends[i] === 'withdraw_review')
    for (const { work } of published) {
      const times = published.filter((other) => other.work === work).length
      expect(times).toBeLessThanOrEqual(1 + taken.filter((other) => other.work === work).length)
    }
    expect(await wrong(), `after ${done}`).toEqual([])
    // Work that still waits keeps its time and its position in the queue, whatever claims there were.
    const after = await standing()
    const still = before.queue.filter((id) => after.queue.includes(id))
    expect(after.queue.filter((id) => still.includes(id))).toEqual(still)
    for (const id of still) expect(after.since[id]).toBe(before.since[id])
  }
})
