import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { compareWithSchema } from './answers'
import { writeRows } from './together'

/** A signed-in person of a test. `claims` are added to those of the token, and contain the session. */
export interface Person {
  id: string
  email: string
  claims?: Record<string, unknown>
  /** The id of the session. */
  session?: string
  /** The time zone of the requests, as a client of the API chooses it with `Prefer: timezone=`. */
  zone?: string
}

type Role = 'ADMIN' | 'CREATOR' | 'MODERATOR' | 'MEMBER'
type Row = Record<string, unknown>

interface AccountOptions {
  role?: Role
  name?: string
  verified?: boolean
  metadata?: Record<string, unknown>
}

/** The result of a request: its rows, or the database's refusal. */
export interface Outcome {
  rows: Row[]
  /** SQLSTATE of the refusal; absent if the statement succeeded. */
  code?: string
  message?: string
  hint?: string
}

const addAccount = writeRows(
  `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
   select id, email, metadata, case when verified then now() end
   from jsonb_to_recordset($1) t (id uuid, email text, metadata jsonb, verified boolean)`,
  'authService',
)

/** The real database, used as named people; like PostgREST, each request runs in its own transaction. */
export class TestDatabase {
  readonly #pool: pg.Pool
  readonly #auth: pg.Pool

  constructor(urls: { owner: string; auth: string }) {
    const options = {
      max: 4,
      // Connections stay open between test files until the process ends.
      ...{ idleTimeoutMillis: 0, allowExitOnIdle: true },
      // Generic plans, because a test calls a function a few times, and planning takes longer than reading the few rows
      // of a test.
      options: '-c plan_cache_mode=force_generic_plan',
    }
    this.#pool = new pg.Pool({ ...options, connectionString: urls.owner })
    this.#auth = new pg.Pool({ ...options, connectionString: urls.auth })
    // A stopping database may break an idle connection of the pool, which is no failure of a test.
    for (const pool of [this.#pool, this.#auth]) pool.on('error', () => {})
  }

  /** Runs a statement as the owner of the schema, without row security, for fixtures and checks. */
  async owner(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#pool.query(sql, values)).rows
  }

  /** Does the same in a session with a time zone (an IANA name). */
  async inZone(zone: string, sql: string, values: unknown[] = []): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query(`select set_config('timezone', $1, false)`, [zone])
      await client.query(sql, values)
    } finally {
      await client.query('reset timezone')
      client.release()
    }
  }

  /** Runs `work` in a transaction of the owner of the schema, which is committed at the end. */
  async transaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      await work(client)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }

  /** Runs a statement as Auth. */
  async authService(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#auth.query(sql, values)).rows
  }

  /** Creates a person with an account and an open session. */
  async person(options: AccountOptions = {}): Promise<Person> {
    return this.signedIn(await this.account(options))
  }

  /** Adds an account as Auth does; its trigger creates the profile. There is no session. */
  async account(options: AccountOptions = {}): Promise<Person> {
    const { role = 'MEMBER', name = 'Test Person', verified = true, metadata } = options
    const id = randomUUID()
    const email = `${id}@example.test`
    await addAccount(this, { id, email, verified, metadata: metadata ?? { name } })
    if (role !== 'MEMBER') {
      await this.owner('update public.profiles set role = $2 where id = $1', [id, role])
    }
    return { id, email }
  }

  /**
   * Opens a session of that person, as Auth does after a password, or after a code of their authenticator app
   * for `aal2`. Returns the person with that session.
   */
  async signedIn(
    person: Person,
    aal: 'aal1' | 'aal2' = 'aal1',
  ): Promise<Person & { session: string }> {
    const session = randomUUID()
    await this.authService(
      `with opened as (
         insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, $3::auth.aal_level, now(), now()))
       insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       select gen_random_uuid(), $1, method, now(), now() from unnest($4::text[]) method`,
      [session, person.id, aal, aal === 'aal2' ? ['password', 'totp'] : ['password']],
    )
    return { ...person, session, claims: { ...person.claims, aal, session_id: session } }
  }

  /** Adds an authenticator app to that person's account. */
  async addFactor(person: Person, status: 'verified' | 'unverified' = 'verified'): Promise<void> {
    await this.authService(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', $2::auth.factor_status, 'SECRET', now(), now())`,
      [person.id, status],
    )
  }

  /** Runs one statement as that person, or as a visitor. A refusal is returned, not thrown. */
  async as(who: Person | 'visitor', sql: string, values: unknown[] = []): Promise<Outcome> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      const claims =
        who === 'visitor'
          ? { role: 'anon' }
          : { sub: who.id, role: 'authenticated', aal: 'aal1', ...who.claims }
      await client.query(
        `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.headers', $3, true),
           set_config('timezone', coalesce($4, current_setting('timezone')), true)`,
        [
          claims.role,
          JSON.stringify(claims),
          JSON.stringify({ 'user-agent': 'vitest', 'x-forwarded-for': '192.0.2.7' }),
          who === 'visitor' ? null : (who.zone ?? null),
        ],
      )
      const result = await client.query(sql, values)
      await client.query('commit')
      compareWithSchema(sql, result.rows)
      return { rows: result.rows }
    } catch (error) {
      await client.query('rollback')
      if (error instanceof pg.DatabaseError) {
        return { rows: [], code: error.code, message: error.message, hint: error.hint }
      }
      throw error
    } finally {
      client.release()
    }
  }

  /** Returns the one value of a one-row answer. */
  async value(who: Person | 'visitor', sql: string, values: unknown[] = []): Promise<unknown> {
    const { rows, code, message } = await this.as(who, sql, values)
    if (code) throw new Error(`${code}: ${message}`)
    return Object.values(rows[0] ?? {})[0]
  }

  /** Calls a function of the API with named arguments; its result is `answer` in the first row. */
  async call(
    who: Person | 'visitor',
    name: string,
    args: Record<string, unknown>,
  ): Promise<Outcome> {
    const named = Object.keys(args).map((key, i) => `${key} => $${i + 1}`)
    return this.as(who, `select public.${name}(${named.join(', ')}) as answer`, Object.values(args))
  }

  /** Calls a function and returns only its result. @throws the database's refusal */
  async answer(
    who: Person | 'visitor',
    name: string,
    args: Record<string, unknown>,
  ): Promise<unknown> {
    const { rows, code, message } = await this.call(who, name, args)
    if (code) throw new Error(`${code}: ${message}`)
    return rows[0]?.answer
  }

  /** Changes settings while `work` runs. */
  async withSettings<T>(
    switches: Record<string, boolean | string>,
    work: () => Promise<T>,
  ): Promise<T> {
    const names = Object.keys(switches)
    const before = (await this.owner('select * from public.settings'))[0] ?? {}
    const set = names.map((name, i) => `${name} = $${i + 1}`).join(', ')
    await this.owner(`update public.settings set ${set}`, Object.values(switches))
    try {
      return await work()
    } finally {
      await this.owner(
        `update public.settings set ${set}`,
        names.map((name) => before[name]),
      )
    }
  }

  /** Creates a course with one module and three lessons: text, video (free preview) and link. */
  async course(
    options: { by?: Person; status?: 'DRAFT' | 'PUBLISHED'; title?: string } = {},
  ): Promise<{
    id: string
    slug: string
    moduleId: string
    text: string
    preview: string
    link: string
  }> {
    const course = {
      id: randomUUID(),
      slug: `course-${randomUUID().slice(0, 8)}`,
      moduleId: randomUUID(),
      text: randomUUID(),
      preview: randomUUID(),
      link: randomUUID(),
    }
    await this.owner(
      `insert into public.courses (id, title, slug, created_by_id, status) values ($1, $2, $3, $4, $5)`,
      [
        course.id,
        options.title ?? 'A course',
        course.slug,
        options.by?.id ?? null,
        options.status ?? 'PUBLISHED',
      ],
    )
    await this.owner(
      `insert into public.modules (id, course_id, title, index) values ($1, $2, 'Module one', 0)`,
      [course.moduleId, course.id],
    )
    await this.owner(
      `insert into public.lessons (id, module_id, title, index, content_type, video_provider, video_asset_id, external_url, content, free_preview, duration_sec)
       values ($1, $4, 'Reading', 0, 'TEXT', 'NONE', null, null, 'secret text', false, 60),
              ($2, $4, 'Watching', 1, 'VIDEO', 'YOUTUBE', 'aqz-KE-bpKQ', null, null, true, 120),
              ($3, $4, 'Looking it up', 2, 'EXTERNAL_LINK', 'NONE', null, 'https://example.org/secret', null, false, 0)`,
      [course.text, course.preview, course.link, course.moduleId],
    )
    await this.owner(
      `insert into public.lesson_attachments (lesson_id, title, url, sort_order) values ($1, 'Notes', 'https://example.org/notes', 0)`,
      [course.text],
    )
    return course
  }

  /** Grants a person access to a course; `ends` is a SQL interval from now. */
  async entitle(person: Person, courseId: string, ends?: string): Promise<void> {
    await this.owner(
      `insert into public.entitlements (user_id, course_id, expires_at, granted_by_id)
       values ($1, $2, now() + $3::interval, null)`,
      [person.id, courseId, ends ?? null],
    )
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#auth.end()])
  }
}

/** Returns a unique name that consists of letters only. */
export const uniqueName = () => (randomUUID() + randomUUID()).replace(/[^a-f]/g, '')

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrls: { owner: string; auth: string }
  }
}

/** All test files share these connections, because each new one reads the catalogue and prepares every function again. */
let shared: TestDatabase | undefined

/** Returns the database of the test files. */
export function useDatabase(): TestDatabase {
  shared ??= new TestDatabase(inject('databaseUrls'))
  return shared
}
