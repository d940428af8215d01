import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { assignments } from './scenes/assignments'
import { FAILING, newSha, PASSING, repositories } from './scenes/repositories'

// A commit counts only if the grader of the school tested it in the repository that its owner connected
// (rules/repositories#connect, #believe, #results, #effects).
const db = useDatabase()
const { tested, scene, page, ask, repository, reporter, settle } = repositories(db)
const { tryHandIn, handIn, review, workOf, completed } = assignments(db)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const resultsOf = (lesson: string) =>
  db.owner('select * from public.repository_results where lesson_id = $1 order by received_at', [
    lesson,
  ])

describe('a repository', () => {
  test('is named by its owner, and connected by its first judged push', async () => {
    const { mia, repo, ...work } = await scene()
    const before = await page(mia, work)
    expect(before.tests).toMatchObject({
      ...{ suite: 'rotate-node', paths: ['src'], tests_do: 'SHOW', push_hands_in: false },
      ...{ template_url: 'https://github.com/rookies-school/template', result: null },
      line: expect.stringMatching(/^rookies: rk_[0-9a-f]{40}$/),
      repository: { url: `https://github.com/${repo.repository}`, connected_at: null },
    })
    expect(await repo.push()).toMatchObject({
      ...{ accepted: true, verdict: 'PASS', connected_now: true, trial: false, handed_in: null },
      lesson: 'Building a page',
    })
    expect((await page(mia, work)).tests).toMatchObject({
      repository: { connected_at: expect.any(String), default_branch: 'main' },
      result: { verdict: 'PASS', tests: 2, failed: 0 },
    })
    expect(await repo.push()).toMatchObject({ accepted: true, connected_now: false })
  })

  test('can be connected only at github.com, only for an assignment with tests, and only one at a time', async () => {
    const { mia, repo, lesson } = await scene()
    const asked = (repo_url: string, of = lesson) =>
      db.call(mia, 'ask_repository', { lesson_id: of, repo_url })
    for (const url of ['https://gitlab.com/mia/rotate', 'https://github.com/mia', 'rotate', '']) {
      expect(await asked(url)).toMatchObject({
        ...{ code: 'PT422', hint: 'repo_url' },
        message: 'Paste the address of a repository at github.com.',
      })
    }
    const plain = await tested([mia])
    await db.owner('update public.assignments set grader = null where lesson_id = $1', [
      plain.lesson,
    ])
    expect(await asked('https://github.com/mia/tea', plain.lesson)).toMatchObject({
      hint: 'NOT_TESTED',
    })
    expect((await page(mia, plain)).tests).toBeNull()
    expect((await asked('https://github.com/mia/other')).code).toBeUndefined()
    expect((await asked(`https://github.com/${repo.repository}.git`)).code).toBeUndefined()
    await repo.push()
    expect((await asked(`https://github.com/${repo.repository.toUpperCase()}`)).rows).toHaveLength(
      1,
    )
    expect(await asked('https://github.com/mia/other')).toMatchObject({
      ...{ code: 'PT409', hint: 'CONNECTED' },
      message: 'A repository is connected already. Disconnect it first.',
    })
    await db.answer(mia, 'disconnect_repository', { lesson_id: lesson })
    await db.answer(mia, 'disconnect_repository', { lesson_id: lesson })
    expect(await repo.push()).toEqual({ refused: 'NOT_ASKED' })
    expect((await asked('https://github.com/mia/other')).code).toBeUndefined()
  })

  test('stays connected when it is renamed, transferred, or loses its line', async () => {
    const { mia, repo, ...work } = await scene()
    await repo.push()
    expect(await repo.push({ repository: 'New-Owner/new-name', line: null })).toMatchObject({
      accepted: true,
    })
    expect((await page(mia, work)).tests.repository).toMatchObject({ owner: 'New-Owner' })
    expect(await repo.push({ repository: 'New-Owner/new-name', line: 'tea' })).toMatchObject({
      accepted: true,
    })
  })

  test('is refused if it has only the name of the connected repository', async () => {
    const { repo } = await scene()
    await repo.push()
    expect(await repo.push({ repository_id: '4711' })).toEqual({ refused: 'OTHER_REPOSITORY' })
  })

  test('is not connected by the line of another person, or to a second person', async () => {
    const [mia, ben] = [await db.person({ name: 'Mia' }), await db.person({ name: 'Ben' })]
    const work = await tested([mia, ben])
    const [hers, his] = [await repository(mia, work), await repository(ben, work)]
    // Ben copied the file .rookies of Mia.
    expect(await his.push({ line: hers.line })).toEqual({ refused: 'OTHER_REPOSITORY' })
    await hers.push()
    expect(await his.push({ line: hers.line })).toEqual({ refused: 'OTHER_REPOSITORY' })
    // Ben names Mia's repository as his.
    await ask(ben, work, hers.repository)
    expect(await hers.push({ line: his.line })).toEqual({ refused: 'OTHER_REPOSITORY' })
    expect(await resultsOf(work.lesson)).toHaveLength(1)
  })

  test('has one branch whose results count: its default branch at the first result', async () => {
    const { repo } = await scene()
    expect(await repo.push({ ref: 'refs/heads/ben' })).toEqual({ refused: 'OTHER_BRANCH' })
    expect(await repo.push({ ref: 'refs/tags/main' })).toEqual({ refused: 'OTHER_BRANCH' })
    await repo.push()
    const moved = { ref: 'refs/heads/ben', default_branch: 'ben' }
    expect(await repo.push(moved)).toEqual({ refused: 'OTHER_BRANCH' })
  })

  test('is recognized by its line only if nothing else stands on that line, and the file has at most 200 bytes', async () => {
    const { repo } = await scene()
    const key = String(repo.line).replace('rookies: ', '')
    const unknown = { refused: 'UNKNOWN_LINE' }
    for (const line of [null, '', 'tea', `x${key}`, `${key}0`, `# ${repo.line}`]) {
      expect(await repo.push({ line })).toEqual(unknown)
    }
    expect(await repo.push({ line: `${'\n'.repeat(200)}${key}` })).toEqual(unknown)
    expect(await repo.push({ line: `rookies: rk_${'0'.repeat(40)}` })).toEqual(unknown)
    expect(await repo.push({ line: `# Rookies\r\n  ${key}\r\n` })).toMatchObject({ accepted: true })
  })
})

describe('a report', () => {
  test('is accepted only from the grader of the assignment, at the accepted commit of the grader', async () => {
    const { mia, repo, lesson } = await scene()
    const admin = await db.person({ role: 'ADMIN' })
    for (const grader_ref of [
      'rookies-school/other/.github/workflows/rotate.yml@refs/tags/v1',
      'mia/grading/.github/workflows/rotate.yml@refs/tags/v1',
      'rookies-school/grading/.github/workflows/other.yml@refs/tags/v1',
      'rookies-school/grading/.github/workflows/Rotate.yml@refs/tags/v1',
      'rookies-school/grading/.github/workflows/rotate.yml@refs/heads/mine',
      'rookies-school/grading',
      null,
    ]) {
      expect(await repo.push({ grader_ref })).toEqual({ refused: 'OTHER_GRADER' })
    }
    expect(await repo.push({ suite: 'other' })).toEqual({ refused: 'OTHER_SUITE' })
    const moved = 'd'.repeat(40)
    expect(await repo.push({ grader_sha: moved })).toEqual({ refused: 'GRADER_MOVED' })
    const tests = () => db.answer(admin, 'assignment_tests', { lesson_id: lesson })
    expect(await tests()).toMatchObject({
      ...{ grader_new_sha: moved, grader_seen_at: expect.any(String), judged: 0 },
    })
    const take = (sha: string) => db.call(admin, 'take_grader_commit', { lesson_id: lesson, sha })
    expect(await take('e'.repeat(40))).toMatchObject({ code: 'PT409', hint: 'OTHER_COMMIT' })
    expect((await take(moved)).code).toBeUndefined()
    expect((await take(moved)).code).toBeUndefined()
    expect(await tests()).toMatchObject({ grader_new_sha: null })
    expect(await repo.push()).toEqual({ refused: 'GRADER_MOVED' })
    expect(await repo.push({ grader_sha: moved })).toMatchObject({ accepted: true })
    const [version] = await db.owner(
      'select assignment from public.lesson_versions where lesson_id = $1 order by no desc limit 1',
      [lesson],
    )
    expect(version?.assignment).toMatchObject({ grader_sha: moved })
    expect(await db.call(mia, 'assignment_tests', { lesson_id: lesson })).toMatchObject({
      code: '42501',
    })
  })

  test('is refused until somebody accepts a commit of the grader', async () => {
    const { repo, lesson } = await scene()
    await db.owner('update public.assignments set grader_sha = null where lesson_id = $1', [lesson])
    expect(await repo.push()).toEqual({ refused: 'GRADER_MOVED' })
  })

  test('is accepted only once for each token, and once for each commit', async () => {
    const { repo, lesson } = await scene()
    const first = repo.report({ results: FAILING })
    expect(await settle(first)).toMatchObject({ verdict: 'FAIL', first_failed: 'keeps' })
    expect(await settle(first)).toEqual({ refused: 'REPLAYED' })
    const again = repo.report({ sha: first.sha, run_attempt: 2 })
    expect(await settle(again)).toEqual({ refused: 'JUDGED_ALREADY' })
    expect(await settle(repo.report({ jti: first.jti }))).toEqual({ refused: 'REPLAYED' })
    expect(await resultsOf(lesson)).toMatchObject([{ verdict: 'FAIL' }])
  })

  test('is refused if its commit was judged before the repository was disconnected and connected again', async () => {
    const { mia, repo, ...work } = await scene()
    const sha = newSha()
    await repo.push({ sha, results: FAILING })
    await db.answer(mia, 'disconnect_repository', { lesson_id: work.lesson })
    await ask(mia, work, repo.repository)
    expect(await repo.push({ sha })).toEqual({ refused: 'JUDGED_ALREADY' })
  })

  test('is stored once if several reports of the same commit arrive at the same moment', async () => {
    const { repo, lesson } = await scene({ push_hands_in: true })
    const sha = newSha()
    const answers = await Promise.all(Array.from({ length: 4 }, () => repo.push({ sha })))
    expect(answers.filter(({ accepted }) => accepted)).toHaveLength(1)
    expect(answers.filter(({ refused }) => refused === 'JUDGED_ALREADY')).toHaveLength(3)
    expect(await resultsOf(lesson)).toHaveLength(1)
  })

  test('is refused without results or without access, and then connects no repository', async () => {
    const { mia, repo, lesson, course } = await scene()
    for (const results of [[], null, {}]) {
      expect(await repo.push({ results })).toEqual({ refused: 'NO_RESULTS' })
    }
    const ends = (ago: string) =>
      db.owner(
        `update public.entitlements set created_at = now() - interval '9 days', expires_at = now() - $3::interval where user_id = $1 and course_id = $2`,
        [mia.id, course.id, ago],
      )
    await ends('2 days')
    expect(await repo.push()).toEqual({ refused: 'NO_ACCESS' })
    expect(await resultsOf(lesson)).toEqual([])
    const [row] = await db.owner(
      'select connected_at from public.repositories where user_id = $1',
      [mia.id],
    )
    expect(row).toEqual({ connected_at: null })
    // The access ended between the push and its report.
    await ends('5 minutes')
    expect(await repo.push({ pushed_at: minutesAgo(9) })).toMatchObject({ accepted: true })
  })

  test('is late, or refused because the assignment is shut, by the time of the push', async () => {
    const { mia, repo, ...work } = await scene({ push_hands_in: true })
    const due = (lesson: string, person: string, ago: string) =>
      db.owner(
        'insert into public.extensions (lesson_id, user_id, due_at) values ($1, $2, now() - $3::interval)',
        [lesson, person, ago],
      )
    await due(work.lesson, mia.id, '1 hour')
    await repo.push({ pushed_at: minutesAgo(70) })
    await repo.push({ pushed_at: minutesAgo(50) })
    await repo.push({ pushed_at: null })
    // A time in the future counts as the time at which the report arrives.
    await repo.push({ pushed_at: minutesAgo(-60) })
    const { rounds } = await page(mia, work)
    expect(rounds.map(({ late }) => late)).toEqual([false, true, true, true])
    expect(Date.parse(String(rounds[3]?.made_at))).toBeLessThanOrEqual(Date.now())
    const shut = await scene({ dueDay: 0, shutAfter: 0 })
    await due(shut.lesson, shut.mia.id, '3 days')
    expect(await shut.repo.push({ pushed_at: minutesAgo(9000) })).toEqual({ refused: 'SHUT' })
  })

  test('is refused for a person whose account is disabled', async () => {
    const { mia, repo } = await scene()
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [mia.id])
    expect(await repo.push()).toEqual({ refused: 'NO_ACCESS' })
  })

  test('can be given to the database only by the service role', async () => {
    const mia = await db.person({ name: 'Mia' })
    for (const who of [mia, 'visitor', await db.person({ role: 'ADMIN' })] as const) {
      const call = `select public.settle_repository_result('{}')`
      expect((await db.as(who, call)).code).toBe('42501')
    }
    for (const table of ['repositories', 'repository_results']) {
      expect((await db.as(mia, `select from public.${table}`)).code).toBe('42501')
    }
    for (const change of [{ host: 'evil.test' }, { sha: 'x' }, { repository: 'a/b/c' }]) {
      const report = reporter({ repository: 'a/b', line: null }).report(change)
      await expect(settle(report)).rejects.toMatchObject({ code: 'PT422', hint: 'report' })
    }
  })
})

describe('work whose tests are shown', () => {
  test('takes the newest judged commit when it is handed in', async () => {
    const { mia, repo, ...work } = await scene()
    expect(await handIn(mia, work.lesson, { text: 'Before' })).toMatchObject({ repo_url: null })
    const sha = newSha()
    await repo.push({ sha, results: FAILING })
    await handIn(mia, work.lesson, { text: undefined, note: 'Done' })
    const other = { repo_url: 'https://github.com/mia/other' }
    await handIn(mia, work.lesson, { text: undefined, ...other })
    const { rounds } = await page(mia, work)
    expect(rounds).toMatchObject([
      { connected: false, tests: null },
      {
        ...{ repo_url: `https://github.com/${repo.repository}`, commit_sha: sha, connected: true },
        tests: { verdict: 'FAIL', failed: 1, results: [{ name: 'keeps', ok: false }, {}] },
      },
      { ...other, connected: false, tests: null },
    ])
  })
})

describe('work that needs its tests to pass', () => {
  test('is handed in only from the connected repository, at a commit that passes', async () => {
    const { mia, repo, lesson } = await scene({ tests_do: 'GATE' })
    const tried = (more: object = {}) => tryHandIn(mia, lesson, { text: 'Tea', ...more })
    expect(await tried()).toMatchObject({
      ...{ code: 'PT409', hint: 'NOT_CONNECTED' },
      message: 'Connect your repository first: its tests have to pass before you hand in.',
    })
    const sha = newSha()
    await repo.push({ sha, results: FAILING })
    expect(await tried()).toMatchObject({
      ...{ code: 'PT409', hint: 'TESTS_FAIL' },
      message: 'The tests of your newest commit fail. Push again when they pass.',
    })
    await db.owner('update public.repository_results set again_at = now() where sha = $1', [sha])
    expect(await tried()).toMatchObject({
      ...{ code: 'PT409', hint: 'NOT_JUDGED' },
      message: 'No commit has been tested yet. Push first, and wait for the tests.',
    })
    await repo.push()
    const other = { repo_url: 'https://github.com/mia/other' }
    expect(await tried(other)).toMatchObject({ hint: 'NOT_CONNECTED' })
    expect((await tried()).code).toBeUndefined()
  })

  test('is handed in by a push whose tests pass, and not by a push whose tests fail', async () => {
    const { mia, repo, lesson } = await scene({ tests_do: 'GATE', push_hands_in: true })
    expect(await repo.push({ results: FAILING })).toMatchObject({
      ...{ handed_in: null, why_not_handed_in: 'TESTS_FAIL' },
    })
    expect(await repo.push()).toMatchObject({ handed_in: 1, why_not_handed_in: null })
    expect(await workOf(mia, lesson)).toMatchObject({ state: 'WAITING', round: 1 })
  })
})

describe('work that passes by itself', () => {
  test('completes the lesson at once, and notifies its owner once', async () => {
    const coach = await db.person({ role: 'MODERATOR' })
    const { mia, repo, ...work } = await scene({
      ...{ tests_do: 'PASS', push_hands_in: true, staff: [coach] },
    })
    const { lesson } = work
    expect(await repo.push({ results: FAILING })).toMatchObject({ handed_in: 1, passed: false })
    const { id } = await workOf(mia, lesson)
    await db.answer(coach, 'claim_submission', { submission_id: id })
    expect(await repo.push()).toMatchObject({ handed_in: 2, passed: true })
    expect(await workOf(mia, lesson)).toMatchObject({
      state: 'PASSED',
      passed_at: expect.any(Date),
    })
    expect(await completed(mia, lesson)).toBe(true)
    const kept = 'select from public.review_claims where submission_id = $1'
    expect(await db.owner(kept, [id])).toEqual([])
    const told = 'select title, message from public.notifications where recipient_id = $1'
    expect(await db.owner(told, [mia.id])).toEqual([
      { title: 'Passed', message: '"Building a page" has passed.' },
    ])
    expect(await repo.push()).toMatchObject({ handed_in: null, why_not_handed_in: 'PASSED' })
    expect(await tryHandIn(mia, lesson)).toMatchObject({ hint: 'PASSED' })
  })

  test('passes when it is handed in, and when its waiting round is judged later', async () => {
    const { mia, repo, lesson } = await scene({ tests_do: 'PASS' })
    expect(await repo.push()).toMatchObject({ handed_in: null, passed: false })
    await handIn(mia, lesson, { text: undefined })
    expect(await workOf(mia, lesson)).toMatchObject({ state: 'PASSED' })
    const later = await scene({ tests_do: 'PASS' })
    const sha = newSha()
    await handIn(later.mia, later.lesson, {
      ...{ text: undefined, repo_url: `https://github.com/${later.repo.repository}/commit/${sha}` },
    })
    expect(await later.repo.push({ sha })).toMatchObject({ handed_in: 1, passed: true })
    expect(await completed(later.mia, later.lesson)).toBe(true)
  })

  test('does not pass by a link that names an older commit at another repository', async () => {
    const { mia, repo, lesson } = await scene({ tests_do: 'PASS' })
    const sha = newSha()
    await repo.push({ sha })
    await repo.push({ results: FAILING })
    const link = `https://github.com/somebody/else/commit/${sha}`
    expect(await tryHandIn(mia, lesson, { repo_url: link })).not.toHaveProperty('hint')
    expect(await workOf(mia, lesson)).toMatchObject({ state: 'WAITING' })
  })

  test('waits for a reviewer while the tests of its round fail', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { mia, repo, lesson } = await scene({ tests_do: 'PASS' })
    await repo.push({ results: FAILING })
    const round = await handIn(mia, lesson, { text: undefined })
    // A newer commit passes, which was not handed in.
    expect(await repo.push({ results: PASSING })).toMatchObject({ passed: false })
    expect(await workOf(mia, lesson)).toMatchObject({ state: 'WAITING' })
    expect(await review(admin, round.id, { verdict: 'AGAIN' })).toMatchObject({ state: 'RETURNED' })
  })
})
