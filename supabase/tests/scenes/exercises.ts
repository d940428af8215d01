import { randomUUID } from 'node:crypto'
import type { Outcome, Person, TestDatabase } from '../database'
import { cohorts } from './cohorts'

type CodeFile = {
  path: string
  text: string
}

export interface Practice {
  course: { id: string; slug: string; moduleId: string; text: string }
  lesson: string
  /** An administrator, who wrote the exercise. */
  author: Person
}

export interface Run {
  id: string
  no: number
  version: number
  verdict: string
  results: { name: string; ok: boolean; hidden?: boolean; problem?: object }[]
  claimed: string | null
}

/** A text in the solution, which only people who may update the lesson can read, or learners after a pass. */
export const HIDDEN = 'SECRET-OF-HIDDEN-TESTS'
export const SOLUTION = 'SECRET-OF-SOLUTION'

export const code = (text: string): CodeFile[] => [{ path: 'main.js', text }]

/** Returns a parameter of the type jsonb. */
export const json = (value: unknown) => JSON.stringify(value)

export const EXERCISE = {
  language: 'JS',
  files: code('export const sum = () => 0'),
  tests: `import { sum } from './main.js'\ntest('adds', () => expect(sum(1, 2)).toBe(3))`,
  hidden: `test('${HIDDEN}', () => expect(1).toBe(1))`,
  solution: code(`export const sum = (a, b) => a + b // ${SOLUTION}`),
  time_ms: 400,
  hints: [{ after: 2, text: 'Use +.' }],
  solution_after: 3,
  practice: false,
}

/** Returns functions that create and prove exercises, hand in runs and settle them. */
export function exercises(db: TestDatabase) {
  const { cohort, join } = cohorts(db)

  /** The worker, which calls the functions of the service role. */
  const worker: Person = {
    id: randomUUID(),
    email: 'worker',
    claims: { role: 'service_role', sub: undefined },
  }

  const save = (who: Person, lesson: string, version: number, fields: object): Promise<Outcome> =>
    db.call(who, 'save_exercise', {
      lesson_id: lesson,
      expected_version: version,
      exercise: json(fields),
    })

  /** Adds a course, of this person or of an administrator, with an exercise whose version 2 is saved and not proved. */
  async function draft(options: { by?: Person; fields?: object } = {}): Promise<Practice> {
    const author = await db.person({ role: 'ADMIN', name: 'Ada Author' })
    const course = await db.course({ by: options.by ?? author })
    const lesson = randomUUID()
    await db.owner(
      `insert into public.lessons (id, module_id, title, index, content_type, content) values ($1, $2, 'Return a value', 3, 'EXERCISE', 'Add two numbers.')`,
      [lesson, course.moduleId],
    )
    const { code: refused, message } = await save(author, lesson, 1, {
      ...EXERCISE,
      ...options.fields,
    })
    if (refused) throw new Error(`${refused}: ${message}`)
    return { course, lesson, author }
  }

  const settleProof = (lesson: string, version: number, proved = true, problems: object[] = []) =>
    db.answer(worker, 'settle_proof', {
      lesson_id: lesson,
      version,
      proved,
      problems: json(problems),
    })

  /** Adds a course with an exercise whose version 2 is proved. */
  async function exercise(options: { by?: Person; fields?: object } = {}): Promise<Practice> {
    const made = await draft(options)
    await settleProof(made.lesson, 2)
    return made
  }

  /** Adds a running cohort with the course of the exercise and these people. */
  async function group(
    { course }: Practice,
    people: Person[],
    options: { staff?: Person[]; starts?: number } = {},
  ): Promise<string> {
    const id = await cohort({ courses: [course], ...options })
    for (const person of people) await join(id, person)
    return id
  }

  const tryHandIn = (who: Person, lesson: string, more: object = {}): Promise<Outcome> =>
    db.call(who, 'hand_in_run', {
      lesson_id: lesson,
      operation_id: randomUUID(),
      files: json(code('export const sum = () => 1')),
      ...more,
    })

  /** Hands in a run. Throws if it is refused. */
  async function handIn(who: Person, lesson: string, more: object = {}): Promise<Run> {
    const { rows, code: refused, message } = await tryHandIn(who, lesson, more)
    if (refused) throw new Error(`${refused}: ${message}`)
    return rows[0]?.answer as Run
  }

  const verify = (run: string) =>
    db.answer(worker, 'run_to_verify', { run_id: run }) as Promise<Record<string, unknown> | null>

  const settle = (run: string, verdict: string, results: object[] = []) =>
    db.answer(worker, 'settle_run', { run_id: run, verdict, results: json(results) })

  /** Hands in a run that gets this verdict. */
  async function run(who: Person, lesson: string, verdict: string, results: object[] = []) {
    const made = await handIn(who, lesson)
    await verify(made.id)
    await settle(made.id, verdict, results)
    return made
  }

  const page = async (who: Person, lesson: string) =>
    (await db.answer(who, 'exercise_of', { lesson_id: lesson })) as Record<string, unknown> & {
      runs: Run[]
    }

  const completed = async (who: Person, lesson: string) =>
    (
      await db.owner(
        'select from public.lesson_completions where user_id = $1 and lesson_id = $2',
        [who.id, lesson],
      )
    ).length === 1

  return {
    worker,
    save,
    draft,
    exercise,
    settleProof,
    group,
    tryHandIn,
    handIn,
    verify,
    settle,
    run,
    page,
    completed,
  }
}
