import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { cohorts } from '../scenes/cohorts'
import { FAILING, newSha, PASSING, repositories, type Test } from '../scenes/repositories'

// Verdicts from results, who reads results, and who can have a commit judged again (rules/repositories#results, #table,
// #again).
const db = useDatabase()
const { tested, scene, page, ask, repository } = repositories(db)
const { task, group, handIn, look, workOf, tryHandIn } = assignments(db)
const { change } = cohorts(db)

const table = async (who: Person, lesson: string, filter: object = {}) =>
  (await db.answer(who, 'lesson_repositories', {
    lesson_id: lesson,
    filter: JSON.stringify(filter),
  })) as {
    total: number
    counts: Record<string, number>
    rows: { person: { name: string; email: string | null }; result: { id: string } | null }[]
  }

describe('the tests of a report', () => {
  const verdict = async (results: readonly Test[], expected: readonly string[] = ['a', 'b']) => {
    const [row] = await db.owner('select j.* from private.judge_tests($1, $2) j', [
      JSON.stringify(results),
      expected,
    ])
    return row
  }
  const [a, b] = [
    { name: 'a', ok: true },
    { name: 'b', ok: true },
  ]

  test('pass if every expected one is there and passes, and none fails', async () => {
    expect(await verdict([a, b])).toMatchObject({ verdict: 'PASS', tests: 2, failed: 0 })
    expect(await verdict([a])).toMatchObject({ verdict: 'FAIL', missing: ['b'], failed: 0 })
    expect(await verdict([a])).toMatchObject({ first_failed: 'b' })
    expect(await verdict([a, b, { name: 'more', ok: false }])).toMatchObject({ verdict: 'FAIL' })
    expect(await verdict([], [])).toMatchObject({ verdict: 'FAIL', tests: 0 })
    expect(await verdict([a], [])).toMatchObject({ verdict: 'PASS' })
  })

  test('that were skipped do not count as failed, unless they are expected', async () => {
    const skipped = { ok: false, skipped: true }
    expect(await verdict([a, b, { name: 'c', ...skipped }])).toMatchObject({ verdict: 'PASS' })
    expect(await verdict([a, { name: 'b', ...skipped }])).toMatchObject({
      ...{ verdict: 'FAIL', failed: 1, missing: [], first_failed: 'b' },
      results: [{ name: 'b', ok: false, skipped: true }, { name: 'a' }],
    })
    expect(await verdict([a, { name: 'b', ok: true, skipped: true }])).toMatchObject({ failed: 1 })
  })

  test('with the same name count as one test, which fails if one of them fails', async () => {
    const failed = { name: 'b', ok: false, message: 'No' }
    for (const results of [
      [a, failed, b],
      [a, b, failed],
      [a, b, { ...failed, name: ' b ' }],
      [a, b, { name: 'b', ok: true, skipped: true }],
    ]) {
      expect(await verdict(results)).toMatchObject({ verdict: 'FAIL', tests: 2, failed: 1 })
    }
    const long = 'x'.repeat(300)
    expect(await verdict([{ name: `${long}y`, ok: true }], [long])).toMatchObject({
      missing: [long],
    })
    expect(await verdict([{ name: ' ', ok: false }], [])).toMatchObject({ failed: 1 })
  })

  test('are stored with the failed ones first: at most 500 in 256 kB, with messages of at most 2,000 bytes', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({
      ...{ name: `test ${at}`, ok: at !== 4000, message: 'ü'.repeat(1500), ms: at },
    }))
    const row = await verdict(many, [])
    const results = row?.results as Test[]
    expect(row).toMatchObject({ tests: 5000, failed: 1 })
    expect(results).toHaveLength(500)
    expect(results[0]).toMatchObject({ name: 'test 4000', ok: false, message: 'ü'.repeat(1000) })
    expect(results.at(-1)?.message).toBeUndefined()
    const wide = Array.from({ length: 600 }, (_, at) => ({
      ...{ name: `${at}${'😀'.repeat(400)}`, ok: false, message: '"\n'.repeat(1200) },
    }))
    const { repo, mia, ...work } = await scene()
    expect(await repo.push({ results: wide })).toMatchObject({ tests: 600, failed: 600 })
    const stored = (await page(mia, work)).tests.result as { results: Test[] }
    expect(Buffer.byteLength(JSON.stringify(stored.results))).toBeLessThan(262_144)
    expect(stored.results.length).toBeGreaterThan(150)
    await expect(repo.push({ results: Array(5001).fill(a) })).rejects.toMatchObject({
      code: 'PT422',
    })
  })

  test('are deleted from old results whose commits were not handed in, and the verdicts stay', async () => {
    const { mia, repo, lesson } = await scene()
    const [handed, old] = [newSha(), newSha()]
    await repo.push({ sha: handed })
    await handIn(mia, lesson, { text: undefined })
    await repo.push({ sha: old })
    for (let push = 0; push < 20; push++) await repo.push()
    const rows = await db.owner(
      `select sha, tests from public.repository_results where lesson_id = $1 and results = '[]'`,
      [lesson],
    )
    expect(rows).toEqual([{ sha: old, tests: 2 }])
    expect(await repo.push({ sha: old })).toEqual({ refused: 'JUDGED_ALREADY' })
  })
})

test('pushes hand in at most 30 rounds within an hour', async () => {
  const { mia, repo, lesson } = await scene({ push_hands_in: true })
  for (let push = 0; push < 30; push++) {
    expect(await repo.push()).toMatchObject({ handed_in: push + 1 })
  }
  expect(await repo.push()).toMatchObject({ handed_in: null, why_not_handed_in: 'TOO_MANY' })
  expect(await tryHandIn(mia, lesson)).toMatchObject({ code: 'PT429' })
})

test('a push of an author who tries the tests hands nothing in, and is not in the table of repositories', async () => {
  const [cleo, stranger] = [await db.person({ role: 'CREATOR' }), await db.person()]
  await db.withSettings({ creators_admin_panel: true }, async () => {
    const work = await tested([], { by: cleo, tests_do: 'PASS', push_hands_in: true })
    const repo = await repository(cleo, work)
    const sha = newSha()
    expect(await repo.push({ sha, results: FAILING })).toMatchObject({
      ...{ accepted: true, trial: true, handed_in: null, passed: false },
    })
    expect(await workOf(cleo, work.lesson)).toEqual({})
    const tests = (await db.answer(cleo, 'assignment_tests', { lesson_id: work.lesson })) as {
      trial: { id: string }
    }
    expect(tests).toMatchObject({ trial: { sha, verdict: 'FAIL' }, connected: 0, judged: 0 })
    expect(await repo.push({ sha })).toEqual({ refused: 'JUDGED_ALREADY' })
    await db.answer(cleo, 'judge_again', { result_id: tests.trial.id })
    expect(await repo.push({ sha })).toMatchObject({ verdict: 'PASS', trial: true })
    expect((await table(cleo, work.lesson)).total).toBe(0)
    expect(
      await db.call(stranger, 'ask_repository', {
        ...{ lesson_id: work.lesson, repo_url: 'https://github.com/a/b' },
      }),
    ).toMatchObject({ code: 'PT404' })
  })
})

describe('staff', () => {
  test('see who connected, whose newest commit fails, and who never pushed', async () => {
    const coach = await db.person({ role: 'MODERATOR' })
    const people = await Promise.all(['Ada', 'Ben', 'Cy', 'Di'].map((name) => db.person({ name })))
    const [ada, ben, cy] = people as [Person, Person, Person]
    const work = await tested(people, { staff: [coach] })
    const outside = await db.person({ name: 'Eve' })
    await db.entitle(outside, work.course.id)
    await (await repository(ada, work)).push()
    const his = await repository(ben, work)
    await his.push()
    await his.push({ results: FAILING })
    await ask(cy, work, 'cy/rotate')
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const all = await table(coach, work.lesson)
      expect(all).toMatchObject({
        ...{ total: 4, counts: { CONNECTED: 2, PASSING: 1, FAILING: 1, CONNECTING: 1, NEVER: 1 } },
      })
      expect(all.rows).toMatchObject([
        {
          person: { name: 'Ada', email: ada.email },
          ...{ repository: { name: 'rotate' }, result: { verdict: 'PASS', first_failed: null } },
        },
        { result: { verdict: 'FAIL', failed: 1, first_failed: 'keeps' } },
        { repository: { connected_at: null }, result: null },
        { person: { name: 'Di' }, repository: null, result: null },
      ])
      const named = async (state: string) =>
        (await table(coach, work.lesson, { state })).rows.map(({ person }) => person.name)
      expect(await named('FAILING')).toEqual(['Ben'])
      expect(await named('CONNECTED')).toEqual(['Ada', 'Ben'])
      expect(await named('NEVER')).toEqual(['Di'])
      await change(work.cohort, ada, `state = 'LEFT'`)
      expect((await table(coach, work.lesson)).total).toBe(3)
    })
    const admin = await db.person({ role: 'ADMIN' })
    expect((await table(admin, work.lesson)).rows.map(({ person }) => person.name)).toContain('Eve')
    expect((await table(admin, work.lesson, { cohort_id: work.cohort })).total).toBe(3)
    expect(await db.call(ada, 'lesson_repositories', { lesson_id: work.lesson })).toMatchObject({
      code: '42501',
    })
  })

  test('see results beside the work and can have a commit judged again, which others may not', async () => {
    const [coach, other] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const { mia, repo, lesson } = await scene({ push_hands_in: true, staff: [coach] })
    await group(await task(), [await db.person()], { staff: [other] })
    const sha = newSha()
    await repo.push({ sha, results: FAILING })
    const { id } = await workOf(mia, lesson)
    const shown = (await look(coach, String(id))) as { rounds: { tests: { id: string } }[] }
    expect(shown.rounds).toMatchObject([{ connected: true, tests: { sha, verdict: 'FAIL' } }])
    const again = (who: Person) =>
      db.call(who, 'judge_again', { result_id: shown.rounds[0]?.tests.id })
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      for (const who of [mia, other, await db.person()]) {
        expect((await again(who)).code).toBe('42501')
      }
      expect((await again(coach)).code).toBeUndefined()
      expect((await again(coach)).code).toBeUndefined()
    })
    expect(await repo.push({ sha })).toMatchObject({ verdict: 'PASS', handed_in: 1 })
    expect(await repo.push({ sha, results: FAILING })).toEqual({ refused: 'JUDGED_ALREADY' })
    expect(await look(coach, String(id))).toMatchObject({
      rounds: [{ tests: { verdict: 'PASS' } }],
    })
  })

  test('see which tests fail most often', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { repo, course, cohort } = await scene()
    await repo.push({ results: FAILING })
    await repo.push({ results: FAILING })
    await repo.push({ results: [PASSING[1]] })
    for (const of of [{ course_id: course.id }, { cohort_id: cohort }]) {
      expect(await db.answer(admin, 'assignment_figures', of)).toMatchObject({
        assignments: [
          {
            tests: [
              { name: 'keeps', judged: 3, failed: 2 },
              { name: 'turns', judged: 3, failed: 1 },
            ],
          },
        ],
      })
    }
  })
})

test('a person can read nothing about the repository of another person', async () => {
  const ben = await db.person({ name: 'Ben' })
  const { mia, repo, ...work } = await scene()
  await repo.push()
  await db.entitle(ben, work.course.id)
  const his = await page(ben, work)
  expect(his.tests).toMatchObject({ repository: null, result: null })
  expect(his.tests.line).not.toBe(repo.line)
  expect(JSON.stringify(his)).not.toContain(repo.repository)
  expect(JSON.stringify(await repo.push({ sha: newSha() }))).not.toMatch(/Mia|login-/)
  const data = JSON.stringify(await db.answer(mia, 'my_data', {}))
  expect(data).toContain(repo.repository)
  expect(data).toContain(repo.line)
})

test('the page of an assignment without tests reads no table about tests, and a report reads these tables by their indexes', async () => {
  const { mia, repo, lesson } = await scene({ push_hands_in: true })
  const plain = await task()
  await group(plain, [mia])
  await handIn(mia, plain.lesson)
  await db.transaction(async (client) => {
    // The planner scans small tables. With sequential scans switched off, it does so only if no index can be used.
    await client.query('set local enable_seqscan = off')
    await client.query('discard plans')
    const reads = async () => {
      const { rows } = await client.query(
        `select sum(seq_scan)::int as scans, sum(seq_scan + idx_scan)::int as reads from pg_stat_xact_user_tables
         where relname in ('repositories', 'repository_results', 'submission_keys')`,
      )
      return rows[0]
    }
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ ...mia.claims, sub: mia.id, role: 'authenticated' }),
    ])
    const before = await reads()
    await client.query('select public.assignment($1)', [plain.lesson])
    expect(await reads()).toEqual(before)
    await client.query('select public.assignment($1)', [lesson])
    await client.query('select public.settle_repository_result($1)', [
      JSON.stringify(repo.report()),
    ])
    const after = await reads()
    expect(after.reads - before.reads).toBeGreaterThan(5)
    expect(after.scans).toBe(before.scans)
  })
})
