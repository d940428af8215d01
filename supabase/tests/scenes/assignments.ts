import { randomUUID } from 'node:crypto'
import type { Outcome, Person, TestDatabase } from '../database'
import { cohorts } from './cohorts'

interface Criterion {
  title: string
  essential?: boolean
}

interface TaskOptions {
  /** The person who made the course. */
  by?: Person
  accepts?: readonly string[]
  dueDay?: number
  dueTime?: string
  /** Days after which late work is shut out; without it, late work is marked. */
  shutAfter?: number
  blind?: boolean
  rubric?: readonly Criterion[]
}

export interface Task {
  course: { id: string; slug: string; moduleId: string; text: string; link: string }
  lesson: string
  /** The ids of the criteria, in order. */
  criteria: string[]
}

interface Review {
  id: string
  verdict: string
  state: string
  submission_id: string
}

export interface Round {
  id: string
  round: number
  late: boolean
  due_at_then: string | null
  review: { verdict: string } | null
}

const LEVELS = JSON.stringify([
  { title: 'Not yet', points: 0, meaning: 'Something is missing.' },
  { title: 'Met', points: 2, meaning: 'It is as asked.' },
])

/** Returns functions that create assignments, hand in work and review it. */
export function assignments(db: TestDatabase) {
  const { cohort, join } = cohorts(db)

  /** Adds a course with one assignment. */
  async function task(options: TaskOptions = {}): Promise<Task> {
    const course = await db.course({ ...(options.by && { by: options.by }) })
    const lesson = randomUUID()
    await db.owner(
      `insert into public.lessons (id, module_id, title, index, content_type, content) values ($1, $2, 'Building a page', 3, 'ASSIGNMENT', 'Build a page about tea.')`,
      [lesson, course.moduleId],
    )
    await db.owner(
      `update public.assignments set accepts = $2::public.work_kind[], due_day = $3, due_time = $4, late = $5::public.late_rule, cutoff_days = $6, blind = $7
       where lesson_id = $1`,
      [
        lesson,
        options.accepts ?? ['TEXT', 'CODE'],
        options.dueDay ?? null,
        options.dueTime ?? '18:00',
        options.shutAfter === undefined ? 'MARKED' : 'SHUT',
        options.shutAfter ?? null,
        options.blind ?? false,
      ],
    )
    const criteria: string[] = []
    for (const [position, { title, essential = false }] of (options.rubric ?? []).entries()) {
      const [row] = await db.owner(
        'insert into public.rubric_criteria (lesson_id, position, title, levels, essential) values ($1, $2, $3, $4, $5) returning id',
        [lesson, position, title, LEVELS, essential],
      )
      criteria.push(String(row?.id))
    }
    return { course, lesson, criteria }
  }

  /** Adds a running cohort with the course of the task and these people. */
  async function group(
    { course }: Task,
    people: Person[],
    options: { staff?: Person[]; starts?: number } = {},
  ): Promise<string> {
    const id = await cohort({ courses: [course], ...options })
    for (const person of people) await join(id, person)
    return id
  }

  const tryHandIn = (who: Person, lesson: string, work: object = {}): Promise<Outcome> =>
    db.call(who, 'submit_round', {
      lesson_id: lesson,
      operation_id: randomUUID(),
      ...('text' in work || 'code' in work || 'url' in work ? {} : { text: 'My page about tea.' }),
      ...work,
    })

  /** Hands in a round. Throws if it is refused. */
  async function handIn(who: Person, lesson: string, work: object = {}): Promise<Round> {
    const { rows, code, message } = await tryHandIn(who, lesson, work)
    if (code) throw new Error(`${code}: ${message}`)
    return rows[0]?.answer as Round
  }

  const tryReview = (who: Person, round: string, more: object = {}): Promise<Outcome> =>
    db.call(who, 'publish_review', { round_id: round, verdict: 'PASS', ...more })

  async function review(who: Person, round: string, more: object = {}): Promise<Review> {
    return (await db.answer(who, 'publish_review', {
      round_id: round,
      verdict: 'PASS',
      ...more,
    })) as Review
  }

  /** Returns the row of a person's work; empty if there is none. */
  async function workOf(person: Person, lesson: string) {
    const [row] = await db.owner(
      'select * from public.submissions where user_id = $1 and lesson_id = $2',
      [person.id, lesson],
    )
    return row ?? {}
  }

  /** Returns the ids of the work in a person's queue, in its order, 100 at most. */
  async function queue(who: Person, filter: object = {}): Promise<string[]> {
    const { rows } = (await db.answer(who, 'review_queue', {
      filter: JSON.stringify(filter),
      page_size: 100,
    })) as { rows: { submission_id: string }[] }
    return rows.map((row) => row.submission_id)
  }

  /** Adds a task with a cohort, a member who has handed in, and a coach. */
  async function waiting(options: TaskOptions = {}) {
    const work = await task(options)
    const [mia, coach] = [
      await db.person({ name: 'Mia Wu' }),
      await db.person({ role: 'MODERATOR', name: 'Cora' }),
    ]
    const cohort = await group(work, [mia], { staff: [coach] })
    const round = await handIn(mia, work.lesson)
    const { id } = await workOf(mia, work.lesson)
    return { ...work, mia, coach, cohort, round, id: String(id) }
  }

  const claim = (who: Person, id: string) => db.call(who, 'claim_submission', { submission_id: id })

  /** Lets a claim end now. */
  const endClaim = (id: string) =>
    db.owner(`update public.review_claims set until = now() where submission_id = $1`, [id])

  /** Returns the answer that the review screen shows. */
  const look = (who: Person, id: string) => db.answer(who, 'review', { submission_id: id })

  const completed = async (person: Person, lesson: string) =>
    (
      await db.owner(
        'select from public.lesson_completions where user_id = $1 and lesson_id = $2',
        [person.id, lesson],
      )
    ).length === 1

  return {
    ...{ task, group, waiting, handIn, tryHandIn, workOf },
    ...{ claim, endClaim, look, review, tryReview, queue, completed },
  }
}
