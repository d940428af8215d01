import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGradedLesson } from '../testing/graded-lesson'
import { rawRequest } from '../testing/raw-request'

// Sends the requests of the page /_ci and of npm run grade to the whole product.

let stage: Awaited<ReturnType<typeof startGradedLesson>>
beforeAll(async () => {
  stage = await startGradedLesson()
})
afterAll(() => stage.stop())

const at = (path: string, init?: RequestInit) => fetch(`${stage.backend.url}${path}`, init)

/** Sends the form of a button. Unless `headers` are given, the request comes from a page of this origin. */
const send = (form: object, headers: Record<string, string> = { origin: stage.backend.url }) =>
  at('/_ci/run', { method: 'POST', headers, body: new URLSearchParams(Object.entries(form)) })

/** Presses a button of a person's repository; returns the answer that the page then shows there. */
async function press(person: { id: string }, run: string): Promise<string> {
  const answer = await send({ lesson_id: stage.lesson, user_id: person.id, run })
  const [, place = ''] = (await answer.text()).split(`<li id="${stage.lesson}.${person.id}">`)
  const [, said = ''] = /<p class="said" role="status">(.*?)<\/p>/.exec(place) ?? []
  return said.replaceAll(/<\/?strong>/g, '')
}

/** Sends the request of `npm run grade`. */
async function grade(changes: object, headers: Record<string, string> = {}) {
  const body = {
    ...{ lesson_id: stage.lesson, folder: 'sums', format: 'tap', email: '' },
    ...{ report: '1..2\nok 1 - adds\nok 2 - keeps the order\n', ...changes },
  }
  const answer = await at('/_ci/grade', { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, ...(await answer.json()) }
}

const results = (person: { id: string }) =>
  stage.sql(
    'select verdict, tests, failed, missing from public.repository_results where user_id = $1 order by received_at',
    [person.id],
  )

test('the buttons of /_ci send failed, passed, empty, forged, and repeated results', async () => {
  const ada = await stage.member()
  await stage.ask(ada, 'ada/work')
  expect(await press(ada, 'nothing')).toMatch(/^Nothing: 403 The report has no tests/)
  expect(await press(ada, 'forged')).toBe(
    'Forged token: 401 The token is not signed with a key of its issuer.',
  )
  expect(await results(ada)).toEqual([])
  expect(await press(ada, 'fail')).toBe(
    'Fail: 200 This repository is now connected to “Sums”. 1 of 2 tests failed, first “adds”.',
  )
  // The button "Old commit" sends a pass for the same commit again. The first result of the commit stays.
  expect(await press(ada, 'old')).toMatch(/^Old commit: 403 This commit has a result already/)
  expect(await press(ada, 'pass')).toBe('Pass: 200 A result for “Sums”. All 2 tests passed.')
  expect(await results(ada)).toEqual([
    { verdict: 'FAIL', tests: 2, failed: 1, missing: [] },
    { verdict: 'PASS', tests: 2, failed: 0, missing: [] },
  ])
})

test('a push hands in work and lets it pass if the assignment says so', async () => {
  const ada = await stage.member()
  await stage.ask(ada, 'ada/other')
  const set = (values: string) =>
    stage.sql(`update public.assignments set ${values} where lesson_id = $1`, [stage.lesson])
  await set(`push_hands_in = true, tests_do = 'PASS'`)
  expect(await press(ada, 'fail')).toMatch(/The commit was handed in as round 1\.$/)
  expect(await press(ada, 'pass')).toMatch(/handed in as round 2\. Your work has passed\.$/)
  expect(await press(ada, 'pass')).toMatch(/Your work has passed before/)
  await set(`push_hands_in = false, tests_do = 'SHOW'`)
})

test('npm run grade asks for a repository for the folder, and sends the report', async () => {
  const { email, id } = await stage.member()
  expect(await grade({ email, report: '1..0' })).toMatchObject({ status: 403, code: 'NO_RESULTS' })
  expect(await grade({ email: email.toUpperCase(), report: '1..1\nok 1 - adds' })).toMatchObject({
    ...{ status: 200, verdict: 'FAIL', connected_now: true, missing: ['keeps the order'] },
    message: 'This repository is now connected to “Sums”. The test “keeps the order” is missing.',
  })
  expect(await grade({ email })).toMatchObject({ status: 200, verdict: 'PASS' })
  expect(await results({ id })).toHaveLength(2)
  const [row] = await stage.sql('select owner, name from public.repositories where user_id = $1', [
    id,
  ])
  expect(row).toEqual({ owner: 'local', name: 'sums' })
  expect(await grade({ email: 'nobody@example.test' })).toMatchObject({ code: 'NO_PERSON' })
})

test('the rules of the product decide who may ask for a repository', async () => {
  const ada = await stage.member()
  await stage.sql('delete from public.entitlements where user_id = $1', [ada.id])
  expect(await grade({ email: ada.email })).toMatchObject({ status: 403, code: 'NOT_ASKED' })
  expect(await stage.sql('select from public.repositories where user_id = $1', [ada.id])).toEqual(
    [],
  )
})

test('the list escapes titles, and shows a button for each run, without a script', async () => {
  const ada = await stage.member()
  await stage.ask(ada, 'ada/third')
  const rename = (title: string) =>
    stage.sql('update public.lessons set title = $2 where id = $1', [stage.lesson, title])
  await rename('Sums & <b>')
  const { status, headers } = await at('/_ci')
  const text = await (await at('/_ci')).text()
  await rename('Sums')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(text).toContain(`Sums &amp; &lt;b&gt;, ${ada.email}`)
  expect(text).toContain('Not connected yet, no result yet')
  expect(text).toMatch(/Connected, last result PASS, commit <code>[0-9a-f]{7}</)
  const [, place = ''] = text.split(`.${ada.id}">`)
  const labels = [...place.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => label)
  expect(labels.slice(0, 5)).toEqual(['Pass', 'Fail', 'Nothing', 'Forged token', 'Old commit'])
  expect(text).not.toMatch(/<script|style="/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(await (await at('/_ci/style.css')).text()).toContain('prefers-color-scheme: dark')
})

test('only a page of this origin can press a button, and only one of the buttons', async () => {
  const ada = await stage.member()
  await stage.ask(ada, 'ada/fourth')
  const form = { lesson_id: stage.lesson, user_id: ada.id, run: 'pass' }
  for (const origin of ['https://evil.example', 'null', `${stage.backend.url}0`, '']) {
    const answer = await send(form, { origin })
    expect([origin, answer.status]).toEqual([origin, 403])
    expect(await answer.text()).toContain('Only the page /_ci')
  }
  expect((await send(form, {})).status).toBe(403)
  for (const changes of [
    { run: 'win' },
    { run: 'toString' },
    { lesson_id: '' },
    { user_id: 'x' },
  ]) {
    expect((await send({ ...form, ...changes })).status).toBe(403)
  }
  expect(await grade({ email: ada.email }, { origin: 'https://evil.example' })).toMatchObject({
    ...{ status: 403, code: 'not_own' },
  })
  expect(await results(ada)).toEqual([])
})

test('requests with fields that npm run grade never sends are refused', async () => {
  for (const changes of [{ email: 7 }, { folder: '../x' }, { report: null }]) {
    expect(await grade(changes)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  }
  expect(await grade({ report: 'x'.repeat(1_020_000) })).toMatchObject({ status: 413 })
})

test('the keys are published, and other paths, methods, and hosts are refused', async () => {
  expect(await (await at('/_ci/jwks.json')).json()).toEqual({
    keys: [expect.objectContaining({ kty: 'RSA', alg: 'RS256', kid: 'ci' })],
  })
  expect((await at('/_ci', { method: 'DELETE' })).status).toBe(405)
  expect((await at('/_ci/run')).status).toBe(404)
  const { port } = new URL(stage.backend.url)
  const headers = { host: 'evil.example' }
  expect((await rawRequest(Number(port), '/_ci', { headers })).status).toBe(403)
})
