import { randomBytes, randomInt } from 'node:crypto'
import type { Person, TestDatabase } from '../database'
import { assignments, type Task } from './assignments'

const GRADER = 'Rookies-School/grading/.github/workflows/rotate.yml@v1'
const GRADER_SHA = 'c'.repeat(40)
const CLAIMED_GRADER = 'rookies-school/Grading/.github/workflows/rotate.yml@refs/tags/v1'

interface TestsOptions {
  by?: Person
  tests_do?: 'SHOW' | 'GATE' | 'PASS'
  push_hands_in?: boolean
  expected?: readonly string[]
  dueDay?: number
  shutAfter?: number
  suite?: string
}

export interface Test {
  name: string
  ok: boolean
  skipped?: boolean
  message?: string
  ms?: number
}

export interface Answer {
  accepted?: boolean
  refused?: string
  verdict?: string
  [field: string]: unknown
}

/** Returns a new commit. */
export const newSha = () => randomBytes(20).toString('hex')

/** Returns functions that connect repositories and send results of their tests. */
export function repositories(db: TestDatabase) {
  const { task, group } = assignments(db)

  /** Adds an assignment whose work is tested, with a cohort of these people. */
  async function tested(people: Person[], options: TestsOptions & { staff?: Person[] } = {}) {
    const work = await task({ accepts: ['TEXT', 'REPOSITORY'], ...options })
    await db.owner(
      `update public.assignments set grader = $2, grader_sha = $3, template_url = 'https://github.com/rookies-school/template', suite = $4,
         paths = '{src}', expected = $5, tests_do = $6::public.tests_do, push_hands_in = $7 where lesson_id = $1`,
      [
        ...[work.lesson, GRADER, GRADER_SHA, options.suite ?? 'rotate-node'],
        ...[options.expected ?? ['turns', 'keeps'], options.tests_do ?? 'SHOW'],
        options.push_hands_in ?? false,
      ],
    )
    const cohort = await group(work, people, options.staff ? { staff: options.staff } : {})
    return { ...work, cohort }
  }

  const page = async (who: Person, { lesson }: Pick<Task, 'lesson'>) =>
    (await db.answer(who, 'assignment', { lesson_id: lesson })) as {
      tests: Record<string, unknown> & { line: string }
      rounds: (Record<string, unknown> & { tests: Record<string, unknown> | null })[]
      submission: { state: string } | null
    }

  const ask = (who: Person, { lesson }: Pick<Task, 'lesson'>, name: string) =>
    db.answer(who, 'ask_repository', { lesson_id: lesson, repo_url: `https://github.com/${name}` })

  /** Adds a tested assignment with one learner, who named a repository for it that is not connected yet. */
  async function scene(options: Parameters<typeof tested>[1] = {}) {
    const mia = await db.person({ name: 'Mia' })
    const work = await tested([mia], options)
    return { ...work, mia, repo: await repository(mia, work) }
  }

  /** Names a repository for a person's assignment, and returns it. Its results are sent with `push`. */
  async function repository(who: Person, work: Pick<Task, 'lesson'>, owner?: string) {
    const name = `${owner ?? `login-${who.id.slice(0, 8)}`}/rotate`
    await ask(who, work, name)
    const [row] = await db.owner('select private.repository_line($1, $2) as line', [
      work.lesson,
      who.id,
    ])
    return reporter({ repository: name, line: String(row?.line) })
  }

  /** Returns a repository with functions that send results of its commits, as a grader sends them after a push. */
  function reporter({ repository, line }: { repository: string; line: string | null }) {
    const usual = {
      ...{ host: 'github.com', repository, repository_id: String(randomInt(1e9, 9e9)), line },
      ...{ ref: 'refs/heads/main', default_branch: 'main', suite: 'rotate-node' },
      ...{ grader_ref: CLAIMED_GRADER, grader_sha: GRADER_SHA, run_id: '77', run_attempt: 1 },
    }
    const report = (change: object = {}) => ({
      ...usual,
      ...{ sha: newSha(), jti: newSha(), pushed_at: new Date().toISOString(), results: PASSING },
      ...change,
    })
    const push = async (change: object = {}): Promise<Answer> => settle(report(change))
    return { ...usual, report, push }
  }

  /** Sends a report as the edge function does. */
  async function settle(report: object): Promise<Answer> {
    const [row] = await db.owner('select public.settle_repository_result($1) as answer', [
      JSON.stringify(report),
    ])
    return row?.answer as Answer
  }

  return { tested, scene, page, ask, repository, reporter, settle }
}

export const PASSING: readonly Test[] = [
  { name: 'turns', ok: true, ms: 3 },
  { name: 'keeps', ok: true, ms: 4.5 },
]
export const FAILING: readonly Test[] = [
  { name: 'turns', ok: true },
  {
    name: 'keeps',
    ok: false,
    message: 'expected 1\n  at keep (/repo/src/rotate.js:7:3)',
  },
]
