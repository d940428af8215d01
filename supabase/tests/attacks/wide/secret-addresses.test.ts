import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rawRequest } from '../../../local/src/testing/raw-request'
import { turnSwitches } from '../../agreement/switches'
import { type Person, useDatabase } from '../../database'
import { cohorts } from '../../scenes/cohorts'
import { project } from '../../wire/project'
import { promise } from '../../wire/promise'
import { type RawAnswer, raw, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// Calendars, mailboxes and strangers have no session. The secret in an address gives them a right to one thing only
// (rules/cohorts#calendar, rules/cohorts#messages, rules/cohorts#link).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

const random = () => randomBytes(32).toString('hex')
const port = () => Number(new URL(project.url).port)

/** Sends a request as a calendar or a mailbox does, without a key. */
async function keyless(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  const answer = await rawRequest(port(), `/functions/v1/${path}`, options)
  return { ...answer, text: answer.body.toString() }
}

/** The parts of an answer that a stranger can compare with another answer. */
const comparable = ({ status, headers, text }: Awaited<ReturnType<typeof keyless>>) => {
  const { date, ...others } = headers
  return { status, text, headers: others }
}

const asked = (name: string, body: unknown, token?: string): Promise<RawAnswer> =>
  raw(`/functions/v1/${name}`, { method: 'POST', body, ...(token !== undefined && { token }) })

async function call(person: Person, name: string, args: object = {}): Promise<unknown> {
  const { body } = await rest(`rpc/${name}`, {
    method: 'POST',
    token: await tokenFor(person),
    body: args,
  })
  return body
}

const secretOf = (answer: unknown) => String(Object(answer).token)

describe('the address of a calendar', () => {
  async function scene() {
    const [mia, course] = [await db.person(), await db.course()]
    const id = await cohort({ courses: [course] })
    await release(id, course.text, 12, '09:00')
    await join(id, mia)
    const secret = secretOf(await call(mia, 'make_calendar_address'))
    return { mia, id, course, secret }
  }

  test('returns the openings of its person without a session, and shows a moved opening at once', async () => {
    const { id, secret } = await scene()
    const first = await keyless(`calendar/${secret}.ics`)
    expect([first.status, first.headers['content-type']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ])
    const [one = '', other = ''] = first.text.match(/^UID:.*(\r\n .*)?/gm) ?? []
    const etag = String(first.headers.etag)
    const same = await keyless(`calendar/${secret}.ics`, { headers: { 'if-none-match': etag } })
    expect([same.status, same.text]).toEqual([304, ''])
    await db.owner('update public.releases set day = day + 1 where cohort_id = $1', [id])
    const moved = await keyless(`calendar/${secret}.ics`, { headers: { 'if-none-match': etag } })
    expect(moved.status).toBe(200)
    for (const uid of [one, other]) expect(moved.text).toContain(uid)
  })

  test('gets the same answer as an unknown one after it is renewed or removed, or the account is disabled', async () => {
    const never = comparable(await keyless(`calendar/${random()}.ics`))
    expect(never.status).toBe(404)
    const { mia, secret } = await scene()
    const renewed = secretOf(await call(mia, 'make_calendar_address'))
    expect(comparable(await keyless(`calendar/${secret}.ics`))).toEqual(never)
    expect((await keyless(`calendar/${renewed}.ics`)).status).toBe(200)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [mia.id])
    expect(comparable(await keyless(`calendar/${renewed}.ics`))).toEqual(never)
    await db.owner('update public.profiles set disabled_at = null where id = $1', [mia.id])
    await call(mia, 'end_calendar')
    expect(comparable(await keyless(`calendar/${renewed}.ics`))).toEqual(never)
  })

  test('cannot be guessed from variants of it, or from ids that the product gives out', async () => {
    const never = comparable(await keyless(`calendar/${random()}.ics`))
    const { mia, id, secret } = await scene()
    const [row] = await db.owner(
      `select encode(hash, 'hex') as hash from private.calendar_addresses where user_id = $1`,
      [mia.id],
    )
    const guesses = [
      String(row?.hash),
      mia.id,
      id,
      secret.slice(0, -1),
      `${secret}0`,
      secret.toUpperCase(),
      `${secret.slice(0, -1)}%`,
      `${secret}%00`,
      "'%20or%20true--",
      '*',
      '..%2f..%2frest',
    ]
    for (const guess of guesses) {
      expect(comparable(await keyless(`calendar/${guess}.ics`)), guess).toEqual(never)
    }
  })

  test('can only be read, with any method, body, host or header', async () => {
    const { secret } = await scene()
    const path = `calendar/${secret}.ics`
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await keyless(path, { method })
      expect(answer.text, method).not.toContain('VCALENDAR')
      expect([204, 401], method).toContain(answer.status)
    }
    // The server does not read the body, so the connection may end before a long body is sent.
    const long = keyless(path, { method: 'POST', body: 'x'.repeat(5_000_000) })
    expect([401, undefined]).toContain((await long.catch(() => null))?.status)
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    const { host, ...claims } = forged
    expect((await keyless(path, { headers: forged })).status).toBe(403)
    const claimed = await keyless(path, { headers: claims })
    expect(claimed.status).toBe(200)
    expect(claimed.text).not.toContain(host)
    // A page of another site cannot read it through the browser of its visitor.
    const page = await keyless(path, { headers: { origin: 'https://evil.example' } })
    expect(page.status).toBe(403)
    const head = await keyless(path, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('escapes titles that contain calendar syntax, and contains nothing of other people', async () => {
    const { mia, id, course, secret } = await scene()
    const other = await db.person({ name: 'Someone Else' })
    await join(id, other)
    await db.owner(
      `update public.lessons set title = E'A\\r\\nATTENDEE:mailto:a@b.test' where id = $1`,
      [course.text],
    )
    const { text } = await keyless(`calendar/${secret}.ics`)
    expect(text).toContain('A ATTENDEE:mailto:a@b.test opens')
    expect(text).not.toMatch(/^ATTENDEE/m)
    for (const word of ['Someone Else', other.email, mia.email, secret]) {
      expect(text.replaceAll('\r\n ', '')).not.toContain(word)
    }
  })
})

describe('the address in a mail', () => {
  async function scene() {
    const mia = await db.person()
    await join(await cohort(), mia)
    const secret = async () => {
      const [row] = await db.owner(
        `select private.make_unsubscribe_token($1, 'cohort_mails') as s`,
        [mia.id],
      )
      return String(row?.s)
    }
    const wanted = async () => {
      const rows = await db.owner(
        'select cohort_mails from public.preferences where user_id = $1',
        [mia.id],
      )
      return rows[0]?.cohort_mails ?? true
    }
    return { mia, secret, wanted }
  }
  const click = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }

  test('ends the mails by one POST request, and by no other request', async () => {
    const { secret, wanted } = await scene()
    const address = `unsubscribe/${await secret()}`
    for (const request of [
      { method: 'GET' },
      { method: 'HEAD' },
      { method: 'PUT', body: click.body, headers: click.headers },
      { method: 'DELETE' },
      { ...click, body: '' },
      { ...click, body: 'List-Unsubscribe=No' },
      { ...click, body: `${click.body}&x=${'x'.repeat(1_000_000)}` },
      { ...click, headers: { ...click.headers, origin: 'https://evil.example' } },
    ]) {
      await keyless(address, request)
      expect(await wanted(), JSON.stringify(request).slice(0, 100)).toBe(true)
    }
    await keyless(address, { ...click, headers: { ...click.headers, host: 'evil.example' } })
    promise('any-host-name', await wanted(), { here: true, elsewhere: false })
    expect((await keyless(address, click)).status).toBe(200)
    expect(await wanted()).toBe(false)
    // A second click changes nothing.
    expect((await keyless(address, click)).status).toBe(200)
  })

  test('redirects to the page of the product for any host and path', async () => {
    const { secret } = await scene()
    const address = await secret()
    const page = `${project.site}/unsubscribe`
    const opened = await keyless(`unsubscribe/${address}`, {
      headers: { 'x-forwarded-host': 'evil.example' },
    })
    expect([opened.status, opened.headers.location]).toEqual([303, `${page}#${address}`])
    for (const path of ['//evil.example', '%2f%2fevil.example', '%0d%0alocation:%20x', '..']) {
      const answer = await keyless(`unsubscribe/${path}`)
      expect([page, undefined], path).toContain(answer.headers.location)
    }
  })

  test('gets the same refusal if it is unknown, too old, or of a disabled account', async () => {
    const { mia, secret, wanted } = await scene()
    const post = async (token: string) => comparable(await keyless(`unsubscribe/${token}`, click))
    const never = await post(random())
    expect(never.status).toBe(404)
    const [old, current] = [await secret(), await secret()]
    await db.owner(
      `update private.unsubscribe_tokens set made_at = now() - interval '13 months' where hash = sha256(decode($1, 'hex'))`,
      [old],
    )
    expect(await post(old)).toEqual(never)
    expect(await post(`${current}0`)).toEqual(never)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [mia.id])
    expect(await post(current)).toEqual(never)
    expect((await asked('unsubscribe', { token: current })).body).toMatchObject({
      code: 'UNKNOWN_ADDRESS',
    })
    expect(await wanted()).toBe(true)
  })

  test('changes only the mails of the person who got it, even if another person is signed in, and does not reveal their name', async () => {
    const { mia, secret, wanted } = await scene()
    const mallory = await db.person()
    const answer = await asked('unsubscribe', { token: await secret() }, await tokenFor(mallory))
    expect(answer.body).toEqual({ mail: 'cohort_mails', wanted: true })
    await asked('unsubscribe', { token: await secret(), really: true }, await tokenFor(mallory))
    expect(await wanted()).toBe(false)
    const rows = await db.owner('select from public.preferences where user_id = $1', [mallory.id])
    expect(rows).toEqual([])
    for (const body of [
      '{',
      [],
      { token: 'x' },
      { token: mia.id, really: true },
      { really: true },
    ]) {
      expect([400, 404]).toContain((await asked('unsubscribe', body)).status)
    }
  })

  test('a person changes only their own preferences, and cannot give them to another person', async () => {
    const [mia, mallory] = [await db.person(), await db.person()]
    const token = await tokenFor(mallory)
    const save = (body: object) =>
      rest('preferences', {
        method: 'POST',
        token,
        body,
        headers: { prefer: 'resolution=merge-duplicates,return=representation' },
      })
    for (const zone of ['Europe/Vienna', 'Asia/Tokyo']) {
      expect((await save({ time_zone: zone })).body).toMatchObject([
        { user_id: mallory.id, time_zone: zone, cohort_mails: true },
      ])
    }
    expect((await save({ user_id: mia.id, cohort_mails: false })).status).toBe(403)
    const rows = await db.owner('select from public.preferences where user_id = $1', [mia.id])
    expect(rows).toEqual([])
  })
})

describe('a join link', () => {
  const password = 'correct horse'
  const signUp = (data: object) =>
    raw('/auth/v1/signup', {
      method: 'POST',
      body: { email: `${randomUUID()}@example.test`, password, data: { name: 'New', ...data } },
    })
  async function link(options: Parameters<typeof cohort>[0] = {}) {
    const [admin, id] = [await db.person({ role: 'ADMIN' }), await cohort(options)]
    const make = async () => secretOf(await call(admin, 'make_cohort_link', { cohort_id: id }))
    return { admin, id, make, secret: await make() }
  }

  test('shows its cohort to strangers who have the secret, and to nobody else', async () => {
    const course = await db.course({ title: 'Knots' })
    const { secret, make, admin, id } = await link({ courses: [course], seats: 5 })
    const shown = await asked('cohort-link', { token: secret })
    expect(shown.status).toBe(200)
    expect(Object.keys(Object(shown.body)).sort()).toEqual([
      'courses',
      'ends_on',
      'seats_left',
      'slug',
      'starts_on',
      'state',
      'time_zone',
      'title',
    ])
    const unknown = { state: 'UNKNOWN' }
    const renewed = await make()
    for (const token of [secret, random(), id, '', 'x', `${renewed}0`, renewed.toUpperCase()]) {
      expect((await asked('cohort-link', { token })).body).toEqual(unknown)
    }
    await db.owner('update public.cohorts set archived_at = now() where id = $1', [id])
    expect((await asked('cohort-link', { token: renewed }, await tokenFor(admin))).body).toEqual(
      unknown,
    )
    for (const body of ['{', [], {}, { token: [renewed] }, { token: 'x'.repeat(20_000) }]) {
      expect([200, 400]).toContain((await asked('cohort-link', body)).status)
    }
    const read = await raw('/functions/v1/cohort-link', { method: 'GET' })
    expect(read.status).toBe(405)
  })

  test('signs a stranger up while registration is off, as a member without a seat or a stored secret', async () => {
    const { secret, id } = await link({ seats: 1 })
    const restore = await turnSwitches(db, {
      allow_registration: false,
      require_email_verification: true,
      enable_two_factor: false,
      maintenance_mode: false,
    })
    try {
      for (const token of [random(), 'x', secret.slice(1)]) {
        const refused = await signUp({ cohort_token: token })
        expect([refused.status, refused.text]).toMatchObject([
          422,
          expect.stringContaining('This link is not valid.'),
        ])
      }
      const made = await signUp({ cohort_token: secret, role: 'ADMIN', cohort_id: id })
      expect(made.status).toBe(200)
      const person = String(Object(made.body).id ?? Object(Object(made.body).user).id)
      expect(
        await db.owner(
          `select p.role, u.raw_user_meta_data ? 'cohort_token' as kept, exists (
             select from auth.identities i where i.user_id = u.id and i.identity_data ? 'cohort_token') as copied,
             exists (select from public.cohort_members m where m.user_id = p.id) as seated
           from public.profiles p join auth.users u on u.id = p.id where p.id = $1`,
          [person],
        ),
      ).toEqual([{ role: 'MEMBER', kept: false, copied: false, seated: false }])
    } finally {
      await restore()
    }
  })

  test('cannot be made, read or changed by members, and adds only the caller', async () => {
    const { secret, id } = await link()
    const [mia, mallory] = [await db.person(), await db.person()]
    for (const name of ['make_cohort_link', 'set_cohort_link', 'cohort_link']) {
      const answer = await call(mallory, name, {
        cohort_id: id,
        ...(name === 'set_cohort_link' && { active: true }),
      })
      expect(answer).toMatchObject({ code: '42501' })
    }
    expect(await call(mallory, 'cohort_by_link', { token: secret })).toMatchObject({
      code: '42501',
    })
    expect(await call(mallory, 'join_by_link', { token: secret, user_id: mia.id })).toMatchObject({
      code: 'PGRST202',
    })
    await change(id, mia, `state = 'ACTIVE'`)
    expect(await db.owner('select from public.cohort_members where cohort_id = $1', [id])).toEqual(
      [],
    )
  })
})

test('only the service role can call the functions behind secret addresses', async () => {
  const [admin, secret] = [await db.person({ role: 'ADMIN' }), random()]
  for (const name of ['calendar_of', 'unsubscribe', 'cohort_by_link']) {
    expect(await call(admin, name, { token: secret }), name).toMatchObject({ code: '42501' })
    const visitor = await rest(`rpc/${name}`, { method: 'POST', body: { token: secret } })
    expect(visitor.body, name).toMatchObject({ code: '42501' })
  }
})
