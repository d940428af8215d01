import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGradedLesson } from '../testing/graded-lesson'
import { rawRequest } from '../testing/raw-request'

// Walks the pages of /_ci with the whole product.

let stage: Awaited<ReturnType<typeof startGradedLesson>>
beforeAll(async () => {
  stage = await startGradedLesson()
})
afterAll(() => stage.stop())

/** Presses a button of the page; returns what the page then says about the repository. */
async function press(person: { id: string }, run: string): Promise<string> {
  const { url } = stage.backend
  const form = { lesson_id: stage.lesson, user_id: person.id, run }
  const answer = await fetch(`${url}/_ci/run`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams(form),
  })
  const [, place = ''] = (await answer.text()).split(`<li id="${stage.lesson}.${person.id}">`)
  const [, said = ''] = /<p class="said" role="status">(.*?)<\/p>/.exec(place) ?? []
  return said.replaceAll(/<\/?strong>/g, '')
}

/** Sends what `npm run grade` sends. */
async function grade(changes: object) {
  const answer = await fetch(`${stage.backend.url}/_ci/grade`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ lesson_id: stage.lesson, folder: 'sums', format: 'tap', email: '' },
      ...{ report: '1..2\nok 1 - adds\nok 2 - keeps the order\n', ...changes },
    }),
  })
  return { status: answer.status, ...(await answer.json()) }
}

const results = (person: { id: string }) =>
  stage.sql(
    'select verdict, tests, failed, missing from public.repository_results where user_id = $1 order by received_at',
    [person.id],
  )

test('red and green pushes of a learner, and pushes that nobody may believe', async () => {
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
  // The old commit reports a pass, and its first result stands.
  expect(await press(ada, 'old')).toMatch(/^Old commit: 403 This commit has a result already/)
  expect(await press(ada, 'pass')).toBe('Pass: 200 A result for “Sums”. All 2 tests passed.')
  expect(await results(ada)).toEqual([
    { verdict: 'FAIL', tests: 2, failed: 1, missing: [] },
    { verdict: 'PASS', tests: 2, failed: 0, missing: [] },
  ])
})

test('a push hands in and passes, if the assignment says so', async () => {
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

test('npm run grade asks for the repository of a folder, and sends its tests', async () => {
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

test('the pages have the headers of the gateway, and answer no other host', async () => {
  const page = await fetch(`${stage.backend.url}/_ci`)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const keys = await fetch(`${stage.backend.url}/_ci/jwks.json`)
  expect(await keys.json()).toEqual({
    keys: [expect.objectContaining({ kty: 'RSA', alg: 'RS256', kid: 'ci' })],
  })
  const { port } = new URL(stage.backend.url)
  const headers = { host: 'evil.example' }
  expect((await rawRequest(Number(port), '/_ci', { headers })).status).toBe(403)
})
