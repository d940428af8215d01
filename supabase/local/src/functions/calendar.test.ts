import ICAL from 'ical.js'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { zoneName } from '../../../../libs/data/src/time/zones.ts'
import { answerCalendar } from '../../../functions/calendar/calendar.ts'
import { writeFeed } from '../../../functions/calendar/feed.ts'

// The feed is read by an independent library, as calendars read it (rules/cohorts#calendar).
afterEach(() => vi.unstubAllGlobals())

const SITE = 'https://rookies.example'
const SCHOOL = { name: 'Harbour', url: SITE }
const COHORT = '0b0c0d0e-0000-4000-8000-000000000001'
const MODULE = '0b0c0d0e-0000-4000-8000-0000000000aa'
const SECRET = 'f00d'.repeat(16)

const opening = (change: object = {}) => ({
  event_id: MODULE,
  module_id: MODULE,
  module: 'Loops',
  course: 'Knots',
  slug: 'knots',
  opens_at: '2026-12-07T08:00:00+00:00',
  lessons: 2,
  titles: ['For', 'While'],
  changed_at: '2026-11-20T10:00:00+00:00',
  ...change,
})

const cohort = (openings: object[], change: object = {}) => ({
  id: COHORT,
  title: 'Autumn',
  time_zone: 'Europe/Vienna',
  starts_on: '2026-12-07',
  ends_on: '2027-03-01',
  changed_at: '2026-11-20T10:00:00+00:00',
  openings,
  ...change,
})

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((event) => {
    const value = (name: string) => {
      const found = event.getFirstPropertyValue(name)
      return found instanceof ICAL.Time ? found.toJSDate().toISOString() : found
    }
    return { value, names: event.getAllProperties().map(({ name }) => name) }
  })
  return { calendar, events }
}

/** Reads the feed with one opening. */
function event(change: object = {}, ofCohort: object = {}) {
  const { events } = read(writeFeed({ cohorts: [cohort([opening(change)], ofCohort)] }, SCHOOL))
  expect(events).toHaveLength(1)
  const [only] = events
  if (!only) throw new Error('no event')
  return only
}

describe('an opening', () => {
  it('is an event without a length that does not make the person busy, and links to its course', () => {
    const { value, names } = event()
    expect(value('uid')).toBe(`${COHORT}-${MODULE}@rookies.example`)
    expect(value('dtstart')).toBe('2026-12-07T08:00:00.000Z')
    expect(names).not.toContain('dtend')
    expect(value('summary')).toBe('Loops: 2 lessons open')
    expect(value('description')).toBe(
      'Knots · Autumn\nMon 7 Dec 2026, 09:00 Vienna\n- For\n- While',
    )
    expect(value('url')).toBe(`${SITE}/app/courses/knots`)
    expect(value('transp')).toBe('TRANSPARENT')
  })

  it('of one lesson names it, and of many names twenty', () => {
    expect(event({ lessons: 1, titles: ['For'] }).value('summary')).toBe('For opens')
    const titles = Array.from({ length: 20 }, (_, i) => `Lesson ${i}`)
    expect(event({ lessons: 33, titles }).value('description')).toMatch(
      /- Lesson 19\n- and 13 more$/,
    )
  })

  it('that moves stays the same event, with a later time of change', () => {
    const before = event()
    const after = event({
      opens_at: '2026-12-08T08:00:00+00:00',
      changed_at: '2026-11-21T10:00:00.5+00:00',
    })
    expect(after.value('uid')).toBe(before.value('uid'))
    for (const name of ['last-modified', 'dtstamp', 'dtstart']) {
      expect(String(after.value(name)) > String(before.value(name)), name).toBe(true)
    }
    expect(Number(after.value('sequence'))).toBeGreaterThan(Number(before.value('sequence')))
  })

  // In the night of a clock change, and around it, on both halves of the earth.
  test.each([
    ['Europe/Vienna', '2026-10-25T00:30:00Z', '02:30'],
    ['Europe/Vienna', '2026-10-25T01:30:00Z', '02:30'],
    ['Europe/Vienna', '2027-03-28T01:30:00Z', '03:30'],
    ['America/New_York', '2026-11-01T05:30:00Z', '01:30'],
    ['Australia/Lord_Howe', '2027-04-03T15:15:00Z', '01:45'],
    ['Asia/Kathmandu', '2026-12-07T03:15:00Z', '09:00'],
    ['Pacific/Kiritimati', '2026-12-06T19:00:00Z', '09:00'],
  ])('in %s is at the moment %s, which is %s there', (time_zone, moment, clock) => {
    const { value } = event({ opens_at: moment.replace('Z', '+00:00') }, { time_zone })
    expect(value('dtstart')).toBe(moment.replace('Z', '.000Z'))
    expect(value('description')).toContain(`${clock} ${zoneName(time_zone)}\n`)
  })
})

test('a due date is an event that leads to its lesson', () => {
  const due = {
    ...{ lesson_id: MODULE, title: 'Tea page', course: 'Knots', slug: 'knots' },
    ...{ due_at: '2026-12-11T17:00:00+00:00', time_zone: 'Europe/Vienna' },
    changed_at: '2026-11-20T10:00:00+00:00',
  }
  const { events } = read(writeFeed({ cohorts: [cohort([], { dues: [due] })] }, SCHOOL))
  const value = (name: string) => events[0]?.value(name)
  expect(events).toHaveLength(1)
  expect(value('uid')).toBe(`${COHORT}-due-${MODULE}@rookies.example`)
  expect(value('dtstart')).toBe('2026-12-11T17:00:00.000Z')
  expect(value('summary')).toBe('Tea page is due')
  expect(value('description')).toBe('Knots · Autumn\nFri 11 Dec 2026, 18:00 Vienna')
  expect(value('url')).toBe(`${SITE}/app/courses/knots/lesson/${MODULE}`)
  expect(value('transp')).toBe('TRANSPARENT')
  const handedIn = read(
    writeFeed({ cohorts: [cohort([], { dues: [{ ...due, handed_in: true }] })] }, SCHOOL),
  )
  expect(handedIn.events[0]?.value('summary')).toBe('Tea page is handed in')
})

describe('a title', () => {
  const hard = [
    'Comma, semicolon; back\\slash: "quotes"',
    'ends with a backslash\\',
    'Schleifen für Anfänger, グループ, дни, أيام, 👩🏽‍💻',
    'é'.repeat(200),
    '👩🏽‍💻'.repeat(40),
  ]
  test.each(hard)('is shown unchanged: %s', (title) => {
    const { value } = event({ lessons: 1, titles: [title] })
    expect(value('summary')).toBe(`${title} opens`)
    const { calendar } = read(writeFeed({ cohorts: [cohort([], { title })] }, SCHOOL))
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(`Harbour · ${title}`)
  })

  const attack =
    'A\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:evil\rATTENDEE:mailto:a@b.test\u2028X:1\u0085Y:2\u0000'
  it('adds no line, event or property', () => {
    const text = writeFeed(
      {
        cohorts: [
          cohort(
            [opening({ titles: [attack, attack], module: attack, course: attack, slug: attack })],
            {
              title: attack,
            },
          ),
        ],
      },
      SCHOOL,
    )
    const { events, calendar } = read(text)
    expect(events).toHaveLength(1)
    expect(events[0]?.names).toEqual(event().names)
    expect(calendar.getAllSubcomponents()).toHaveLength(1)
    // Some readers also end lines at other characters, so there must be none of them.
    const lines = text.split('\r\n')
    expect(lines.filter((line) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(line))).toEqual([])
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  })

  it('is folded to 75 bytes a line, between its characters', () => {
    const text = writeFeed({ cohorts: [cohort([opening({ titles: hard })])] }, SCHOOL)
    for (const line of text.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })
})

test('the feed has the openings in the database’s answer and no others, also of ended and empty cohorts', () => {
  const past = opening({ opens_at: '2020-01-06T08:00:00+00:00' })
  const { events, calendar } = read(
    writeFeed(
      {
        cohorts: [
          cohort([past], { ends_on: '2020-03-01' }),
          cohort([], { id: MODULE, title: 'Spring' }),
        ],
      },
      SCHOOL,
    ),
  )
  expect(events.map(({ value }) => value('dtstart'))).toEqual(['2020-01-06T08:00:00.000Z'])
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Harbour · Autumn · Spring')
  expect(read(writeFeed({ cohorts: [] }, SCHOOL)).events).toEqual([])
})

describe('the address', () => {
  const options = {
    restUrl: 'http://project.test/rest/v1',
    serviceKey: 'service',
    siteUrl: `${SITE}/`,
    storageUrl: 'http://project.test/storage/v1',
    log: () => {},
  }
  function project(answer: () => Response) {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push([url, new Headers(init.headers).get('apikey'), JSON.parse(String(init.body))])
      return answer()
    })
    return asked
  }
  const ask = (path: string, init: RequestInit = {}) =>
    answerCalendar(new Request(`http://project.test/functions/v1/calendar/${path}`, init), options)
  const found = () => Response.json({ cohorts: [cohort([opening()])] })

  it('returns the calendar of its secret, which calendars must not use again without a new request', async () => {
    const asked = project(found)
    const answer = await ask(`${SECRET}.ics`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(read(await answer.text()).events).toHaveLength(1)
    expect(asked).toEqual([
      ['http://project.test/rest/v1/rpc/calendar_of', 'service', { token: SECRET }],
      ['http://project.test/rest/v1/rpc/public_settings', 'service', {}],
    ])
    const etag = answer.headers.get('etag') ?? ''
    for (const [seen, status] of [
      [etag, 304],
      [`"other", ${etag}`, 304],
      ['"other"', 200],
    ] as const) {
      const again = await ask(`${SECRET}.ics`, { headers: { 'if-none-match': seen } })
      expect(again.status).toBe(status)
    }
    const head = await ask(`${SECRET}.ics`, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
  })

  it('gets the same refusal for every reason for which it is invalid', async () => {
    const asked = project(() => Response.json(null))
    const answers = await Promise.all(
      [
        `${SECRET}.ics`,
        'x.ics',
        '.ics',
        SECRET,
        `${SECRET.toUpperCase()}.ics`,
        `${SECRET}.ics/a`,
        `%00${SECRET}.ics`,
      ].map(async (path) => {
        const answer = await ask(path)
        return [answer.status, await answer.text(), [...answer.headers]]
      }),
    )
    expect(answers[0]?.[0]).toBe(404)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(asked).toHaveLength(1)
  })

  it('can only be read, and says so without asking the database', async () => {
    const asked = project(found)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await ask(`${SECRET}.ics`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
    expect(asked).toEqual([])
  })

  it('answers 502 if the database does not answer, and repeats nothing of its error', async () => {
    project(() => new Response('<html>', { status: 503 }))
    const answer = await ask(`${SECRET}.ics`)
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'API_FAILED' }])
  })
})

test('the deployed function answers calendars, with the project’s settings', async () => {
  let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('no'))
  const settings: Record<string, string> = {
    SUPABASE_URL: 'http://project.test',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    SITE_URL: SITE,
  }
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => settings[name] },
    serve: (handler: typeof serve) => {
      serve = handler
    },
  })
  await import('../../../functions/calendar/index.ts')
  vi.stubGlobal('fetch', async () => Response.json({ cohorts: [cohort([opening()])] }))
  const answer = await serve(new Request(`http://localhost/calendar/${SECRET}.ics`))
  expect(read(await answer.text()).events[0]?.value('url')).toBe(`${SITE}/app/courses/knots`)
})
