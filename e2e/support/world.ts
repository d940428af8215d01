import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { codeFor, newSecret, stepAt } from '../../supabase/local/src/auth/totp'
import { type ReadMail, readMails } from '../../supabase/local/src/testing/read-mails'

/** The credentials of an account. */
export interface Account {
  email: string
  password: string
  /** The secret of the account's authenticator app, if it has one. */
  secret?: string
}

/** A person who can sign in. */
export interface Person extends Account {
  id: string
  name: string
}

/** A published course of three lessons: text, video and link. */
export interface Course {
  id: string
  slug: string
  title: string
  moduleId: string
  lessons: { text: string; video: string; link: string }
}

/** A community, open to everybody by default. */
export interface Community {
  id: string
  slug: string
  name: string
}

/** A cohort that begins in 2030, in UTC. */
export interface Cohort {
  id: string
  title: string
}

interface Tokens {
  access_token: string
  refresh_token: string
}

type Role = 'ADMIN' | 'CREATOR' | 'MODERATOR' | 'MEMBER'

const demoPassword = 'rookies-demo'

/** PostgreSQL's code for a deadlock. */
const DEADLOCK = '40P01'

function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: journeys are started by npm test`)
  return value
}

/** The address of the product under test. */
export const origin = () => setting('E2E_URL')

/** The address of the product's API. The embedded backend serves product and API at the same address. */
export const apiOrigin = () => setting('E2E_API_URL')

/** The publishable API key that the product's pages use. */
export const projectKey = () => setting('E2E_KEY')

/** Returns the credentials of a person of the seed data. */
export const demo = (name: 'admin' | 'creator' | 'moderator' | 'member' | 'newcomer'): Account => ({
  email: `${name}@rookies.test`,
  password: demoPassword,
})

function newPool(): pg.Pool {
  const pool = new pg.Pool({ connectionString: setting('E2E_DATABASE_URL'), max: 2 })
  // A backend that stops may break an idle connection of the pool. That error must not fail a test.
  pool.on('error', () => {})
  return pool
}

/** Creates data directly in the database, so that a test contains only the steps that it tests. */
export class World {
  #pool = newPool()
  /** The courses of the current test. */
  #courses: string[] = []

  /** Runs a statement without row-level security, for fixtures and for checks of stored data. */
  async sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#pool.query(text, values)).rows
  }

  /** Creates an account with a verified email. */
  async person(options: { role?: Role; name?: string } = {}): Promise<Person> {
    const { role = 'MEMBER', name = 'Robin Reader' } = options
    const id = randomUUID()
    const person = { id, name, email: `${id}@example.test`, password: demoPassword }
    await this.sql(
      `with model as (select * from auth.users where email = 'member@rookies.test'),
       account as (
         insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
           raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
         select instance_id, $1, aud, role, $2, encrypted_password, now(), raw_app_meta_data,
           jsonb_build_object('name', $3::text), now(), now() from model
         returning id
       )
       insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
       select gen_random_uuid(), id::text, id, jsonb_build_object('sub', id, 'email', $2::text), 'email', now(), now() from account`,
      [id, person.email, name],
    )
    if (role !== 'MEMBER') {
      await this.sql('update public.profiles set role = $2 where id = $1', [id, role])
    }
    return person
  }

  /** Creates a person with an authenticator app and recovery codes. */
  async personWithFactor(
    options: { role?: Role; name?: string } = {},
  ): Promise<Person & { secret: string; recoveryCodes: string[] }> {
    const person = await this.person(options)
    const secret = newSecret()
    await this.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Authenticator app', 'totp', 'verified', $2, now(), now())`,
      [person.id, secret],
    )
    const recoveryCodes = ['00000-11111-22222-33333', '44444-55555-66666-77777']
    await this.sql(
      `insert into private.recovery_codes (user_id, code_hash)
       select $1, private.recovery_hash($1, code) from unnest($2::text[]) code`,
      [person.id, recoveryCodes],
    )
    return { ...person, secret, recoveryCodes }
  }

  /** Returns the app's current code. Deletes used codes first, because Auth accepts a code once per half minute. */
  async factorCode(secret: string): Promise<string> {
    await this.sql(
      `update auth.mfa_challenges set otp_code = null
       where factor_id in (select id from auth.mfa_factors where secret = $1)`,
      [secret],
    )
    return codeFor(secret, stepAt(Date.now()))
  }

  /** Creates a course with one module of three lessons, without an owner. */
  async course(options: { title?: string; status?: 'DRAFT' | 'PUBLISHED' } = {}): Promise<Course> {
    const id = randomUUID()
    const course: Course = {
      id,
      slug: `course-${id.slice(0, 8)}`,
      title: options.title ?? `Course ${id.slice(0, 8)}`,
      moduleId: randomUUID(),
      lessons: { text: randomUUID(), video: randomUUID(), link: randomUUID() },
    }
    this.#courses.push(id)
    await this.sql(
      `insert into public.courses (id, title, slug, description, author_name, status, created_by_id)
       values ($1, $2, $3, 'What a test is about', 'Ida Instructor', $4, null)`,
      [id, course.title, course.slug, options.status ?? 'PUBLISHED'],
    )
    await this.sql(
      `insert into public.modules (id, course_id, title, index) values ($1, $2, 'First module', 0)`,
      [course.moduleId, id],
    )
    await this.sql(
      `insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, external_url, description, content, duration_sec, free_preview)
       values ($1, $4, 'Reading lesson', 0, 'TEXT', 'NONE', null, null, null, $5, 90, false),
              ($2, $4, 'Video lesson', 1, 'VIDEO', 'YOUTUBE', 'aqz-KE-bpKQ', null, 'A film to watch', null, 600, true),
              ($3, $4, 'Link lesson', 2, 'EXTERNAL_LINK', 'NONE', null, 'https://example.org/reading', null, null, 0, false)`,
      [
        course.lessons.text,
        course.lessons.video,
        course.lessons.link,
        course.moduleId,
        '## Why we read\n\nSome **text** and `code`.\n\n```js\nconst one = 1\n```\n',
      ],
    )
    return course
  }

  /** Gives a person access; `ends` is an SQL interval from now. */
  async entitle(person: Person, course: Pick<Course, 'id'>, ends?: string): Promise<void> {
    await this.sql(
      `insert into public.entitlements (user_id, course_id, granted_by_id, expires_at) values ($1, $2, null, now() + $3::interval)`,
      [person.id, course.id, ends ?? null],
    )
  }

  /** Creates a cohort of twelve weeks from Jan 7, 2030, with these courses, staff and people. */
  async cohort(
    options: { courses?: Course[]; staff?: Person[]; people?: Person[] } = {},
  ): Promise<Cohort> {
    const { courses = [], staff = [], people = [] } = options
    const id = randomUUID()
    const title = `Cohort ${id.slice(0, 8)}`
    await this.sql(
      `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on)
       values ($1, $2, $3, 'UTC', '2030-01-07', '2030-03-29')`,
      [id, `cohort-${id.slice(0, 8)}`, title],
    )
    for (const [table, column, rows] of [
      ['cohort_courses', 'course_id', courses],
      ['cohort_staff', 'user_id', staff],
      ['cohort_members', 'user_id', people],
    ] as const) {
      await this.sql(
        `insert into public.${table} (cohort_id, ${column}) select $1, unnest($2::uuid[])`,
        [id, rows.map((row) => row.id)],
      )
    }
    return { id, title }
  }

  /** Creates an invite by the moderator of the seed data; `ends` is an SQL interval from now. Returns its token. */
  async invite(email: string, courses: Course[] = [], ends = '48 hours'): Promise<string> {
    const [row] = await this.sql(
      `with invite as (
         insert into public.invites (email, invited_by_id, created_at, expires_at)
         select $1, id, now() - interval '3 days', now() + $2::interval
         from public.profiles where email = 'moderator@rookies.test'
         returning id, token
       ), given as (
         insert into public.invite_courses (invite_id, course_id)
         select invite.id, course from invite, unnest($3::uuid[]) course
       )
       select token from invite`,
      [email, ends, courses.map(({ id }) => id)],
    )
    return String(row?.token)
  }

  /** Sends an invite by the moderator of the seed data to an email. Returns the link in the mail. */
  async mailedInvite(email: string, courses: Course[] = []): Promise<string> {
    const token = await this.invite(email, courses)
    const [row] = await this.sql('select id from public.invites where token = $1', [token])
    const { access_token } = await this.session(demo('moderator'))
    const answer = await fetch(`${apiOrigin()}/functions/v1/send-invite`, {
      method: 'POST',
      headers: { apikey: projectKey(), authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ invite_id: row?.id }),
    })
    if (!answer.ok) throw new Error(`The invite was not mailed: ${await answer.text()}`)
    const { links } = await this.mail(email)
    return links.find((link) => link.includes(token)) ?? ''
  }

  /** Returns the number of mails to an email. */
  async mailCount(to: string): Promise<number> {
    return (await readMails(setting('E2E_MAIL_URL'), to)).length
  }

  /** Creates an empty community. */
  async community(options: { readOnly?: boolean; access?: string } = {}): Promise<Community> {
    const id = randomUUID()
    const community = { id, slug: `talk-${id.slice(0, 8)}`, name: `Talk ${id.slice(0, 8)}` }
    await this.sql(
      `insert into public.communities (id, name, slug, description, access_type, read_only, created_by_id)
       values ($1, $2, $3, 'Where a test talks', $4, $5, null)`,
      [id, community.name, community.slug, options.access ?? 'FREE', options.readOnly ?? false],
    )
    return community
  }

  /** Makes a person a member of a community. */
  async joinCommunity(
    person: Person,
    community: Community,
    options: { role?: 'MEMBER' | 'MODERATOR'; banned?: boolean } = {},
  ): Promise<void> {
    await this.sql(
      'insert into public.community_members (community_id, user_id, role, banned) values ($1, $2, $3, $4)',
      [community.id, person.id, options.role ?? 'MEMBER', options.banned ?? false],
    )
  }

  /** Creates a post of a person, an hour old. Returns its id. */
  async post(
    person: Person,
    community: Community,
    body: string,
    answers?: string,
  ): Promise<string> {
    const id = randomUUID()
    await this.sql(
      `insert into public.community_posts (id, community_id, author_id, body, parent_id, created_at)
       values ($1, $2, $3, $4, $5, now() - interval '1 hour')`,
      [id, community.id, person.id, body, answers ?? null],
    )
    return id
  }

  /** Waits for a mail to an email, and returns the newest one. `after` is the number of earlier mails to skip. */
  async mail(to: string, after = 0): Promise<ReadMail> {
    const deadline = Date.now() + 10_000
    while (Date.now() < deadline) {
      const mails = await readMails(setting('E2E_MAIL_URL'), to)
      const [newest] = mails
      if (newest && mails.length > after) return newest
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`No mail came for ${to}`)
  }

  /** Creates a member with a course of their own and some completed lessons. */
  async memberWithCourse(
    done: (keyof Course['lessons'])[] = [],
  ): Promise<{ member: Person; course: Course }> {
    const [member, course] = [await this.person(), await this.course()]
    await this.entitle(member, course)
    for (const lesson of done) {
      await this.sql('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
        member.id,
        course.lessons[lesson],
      ])
    }
    return { member, course }
  }

  /** Returns the lessons that a person has completed, from the database. */
  async completed(person: Person): Promise<unknown[]> {
    const rows = await this.sql(
      'select lesson_id from public.lesson_completions where user_id = $1 order by completed_at',
      [person.id],
    )
    return rows.map((row) => row.lesson_id)
  }

  /** Ends all sessions of a person, like signing out everywhere on another device. Their access tokens stay valid. */
  async endSessions({ id }: Pick<Person, 'id'>): Promise<void> {
    await this.sql('delete from auth.sessions where user_id = $1', [id])
  }

  /** Returns a new session of the person from Auth. */
  async session({ email, password, secret }: Account): Promise<Tokens> {
    const weak = await auth('token?grant_type=password', { email, password })
    if (!secret) return weak
    const [row] = await this.sql('select id from auth.mfa_factors where secret = $1', [secret])
    const factor = `factors/${row?.id}`
    const challenge = await auth(`${factor}/challenge`, {}, weak.access_token)
    const code = await this.factorCode(secret)
    return auth(`${factor}/verify`, { challenge_id: challenge.id, code }, weak.access_token)
  }

  /** Returns the browser storage of a signed-in person, so that tests do not have to fill in the sign-in form. */
  async signedIn(person: Account): Promise<Record<string, string>> {
    return { 'rookies-auth': JSON.stringify(await this.session(person)) }
  }

  /** Deletes the courses of a test for good, because lists with the courses of hundreds of tests would be slow. */
  async clear(): Promise<void> {
    const made = this.#courses.splice(0)
    if (made.length === 0) return
    const remove = () => this.sql('delete from public.courses where id = any ($1)', [made])
    // The last write of a page may still be in progress and lock rows in another order, so a deadlock is retried.
    await remove().catch((error: { code?: string }) => {
      if (error.code !== DEADLOCK) throw error
      return remove()
    })
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  /** Closes the database connections while a function runs that, for example, restarts the database. */
  async whileDisconnected(happening: () => Promise<void>): Promise<void> {
    await this.#pool.end()
    await happening()
    this.#pool = newPool()
  }
}

/** Calls Auth with a token. */
export async function auth(path: string, body: object, token?: string) {
  const response = await fetch(`${apiOrigin()}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: projectKey(),
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`)
  return response.json()
}
