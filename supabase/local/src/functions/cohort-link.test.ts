import { afterEach, expect, test, vi } from 'vitest'
import { cohortLink } from '../../../functions/cohort-link/cohort-link.ts'

// Who may join is tested in supabase/tests/416-cohort-links.test.ts (rules/cohorts#link).
afterEach(() => vi.unstubAllGlobals())

const SECRET = 'f00d'.repeat(16)
const options = { restUrl: 'http://project.test/rest/v1', serviceKey: 'service', log: () => {} }
const cohort = {
  state: 'OPEN',
  title: 'Autumn',
  starts_on: '2026-12-07',
  ends_on: '2027-03-01',
  time_zone: 'Europe/Vienna',
  seats_left: 3,
  courses: ['Knots'],
}

function project(answer: () => Response) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push([url.split('/').at(-1), JSON.parse(String(init.body))])
    return answer()
  })
  return asked
}

test('the page of a link gets the fields that it shows, and no others', async () => {
  const asked = project(() => Response.json({ ...cohort, id: 'a secret of staff' }))
  expect(await cohortLink({ token: ` ${SECRET} ` }, options)).toEqual({ status: 200, body: cohort })
  expect(asked).toEqual([['cohort_by_link', { token: SECRET }]])
})

test('an invalid secret gets the same answer for every reason', async () => {
  const asked = project(() => Response.json({ state: 'UNKNOWN' }))
  for (const token of [SECRET, '', 'x', `${SECRET}0`, SECRET.toUpperCase(), `${SECRET}' or true`]) {
    expect(await cohortLink({ token }, options)).toEqual({
      status: 200,
      body: { state: 'UNKNOWN' },
    })
  }
  expect(asked).toHaveLength(1)
})

test('other bodies are refused, and a database that does not answer is reported', async () => {
  const asked = project(() => new Response('<html>', { status: 503 }))
  for (const body of [null, [], {}, { token: 1 }, { token: [SECRET] }]) {
    expect(await cohortLink(body, options)).toMatchObject({ status: 400 })
  }
  expect(asked).toEqual([])
  expect(await cohortLink({ token: SECRET }, options)).toMatchObject({
    status: 502,
    body: { code: 'API_FAILED' },
  })
})
