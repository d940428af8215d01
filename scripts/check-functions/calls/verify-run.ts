import { randomUUID } from 'node:crypto'
import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { callsWithEndedTokens, callsWithInvalidBodies, preflight } from './common'

const files = (text: string) => [{ path: 'main.ts', text }]
/** The processor time of a hosted function, in milliseconds. */
const LONGEST_MS = 2_000

/** Runs that pass, that fail, and that try to use all time and memory, and the check of an exercise. */
export async function verifyRun(stage: Stage): Promise<Deployment[]> {
  const { callers, rpc } = stage
  const course = await stage.course()
  const [lesson] = await stage.sql(
    `with m as (insert into public.modules (course_id, title, index) values ($1, 'A module', 0) returning id)
     insert into public.lessons (module_id, title, index, content_type) select id, 'An exercise', 0, 'EXERCISE' from m returning id`,
    [course],
  )
  await stage.sql(
    `insert into public.entitlements (user_id, course_id)
     select id, $1 from public.profiles where email in ('member@rookies.test', 'admin@rookies.test')`,
    [course],
  )
  const lesson_id = String(lesson?.id)
  await rpc('save_exercise', {
    lesson_id,
    expected_version: null,
    exercise: {
      language: 'TS',
      files: files('export const add = (a: number, b: number): number => 0'),
      tests: `import { add } from './main'\ntest('adds', () => expect(add(1, 2)).toBe(3))`,
      hidden: `import { add } from './main'\ntest('adds others', () => expect(add(2, 2)).toBe(4))`,
      solution: files('export const add = (a: number, b: number): number => a + b'),
    },
  })
  const handIn = async (text: string) => {
    const run = { lesson_id, operation_id: randomUUID(), files: files(text) }
    return String(Object(await rpc('hand_in_run', run, callers.member)).id)
  }
  const proving = { lesson_id }
  const proved = { proof: { proved_version: 2, proof: { state: 'PROVED', problems: [] } } }

  // Runs can be handed in only after the exercise has passed its check, so the ids are set later.
  const judged = (name: string, text: string, verdict: 'PASS' | 'FAIL') => {
    const body = { run_id: '' }
    let began = 0
    return {
      name,
      before: async () => {
        body.run_id = await handIn(text)
        began = performance.now()
      },
      headers: callers.member,
      body,
      expected: { status: 200, body: { run: { verdict } } },
      afterwards: {
        look: () => performance.now() - began < LONGEST_MS || 'too slow',
        expected: true,
      },
    }
  }
  return [
    {
      title: 'verify-run',
      secrets: stage.project,
      calls: [
        ...preflight,
        ...callsWithEndedTokens(stage, proving),
        ...callsWithInvalidBodies(callers.admin, proving),
        {
          name: 'a proof for a learner',
          headers: callers.member,
          body: proving,
          expected: { status: 403, body: { code: '42501' } },
        },
        {
          name: 'a proof',
          headers: callers.admin,
          body: proving,
          expected: { status: 200, body: proved },
        },
        judged('the solution', 'export const add = (a: number, b: number) => a + b', 'PASS'),
        judged('a wrong answer', 'export const add = () => 3', 'FAIL'),
        judged('a loop', 'export const add = () => { while (true) {} }', 'FAIL'),
        judged('a recursion', 'export const add = (a, b) => 1 + add(a, b)', 'FAIL'),
        judged(
          'memory',
          'export const add = () => { for (let a = ""; ; ) a += "x".repeat(1e6) }',
          'FAIL',
        ),
        judged('output', 'export const add = () => { for (;;) console.log("x") }', 'FAIL'),
        {
          name: 'the run of somebody else',
          headers: callers.admin,
          body: { run_id: randomUUID() },
          expected: { status: 403, body: { code: '42501' } },
        },
      ],
    },
    {
      title: 'verify-run, while the API is down',
      secrets: { ...stage.project, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          name: 'a proof',
          headers: callers.admin,
          body: proving,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
