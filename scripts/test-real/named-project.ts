import { decodeJwt, SignJWT } from 'jose'
import { connectDatabase } from '../../supabase/local/src/connect-database'
import {
  localAnonKey,
  localJwtSecret,
  localServiceKey,
} from '../../supabase/local/src/gateway/local-keys'
import { findDatabase } from '../../supabase/local/src/make-admin'
import { errorCode, errorMessage, PlainError } from '../../supabase/local/src/plain-error'
import type { Project } from '../../supabase/tests/wire/project'
import { isHere } from '../doctor/one-project'

const DEMO = { email: 'member@rookies.test', password: 'rookies-demo' }
/** Matches emails of the seed data and of accounts that tests create. */
const OF_TESTS = '@(rookies[.]test|example[.](test|org|com))$'

/** The possible names of each variable; the last ones are those that `supabase status -o env` prints. */
const NAMES = {
  site: ['ROOKIES_URL'],
  url: ['VITE_SUPABASE_URL', 'API_URL'],
  anonKey: ['VITE_SUPABASE_KEY', 'ANON_KEY', 'PUBLISHABLE_KEY'],
  serviceKey: ['SUPABASE_SERVICE_ROLE_KEY', 'SERVICE_ROLE_KEY', 'SECRET_KEY'],
  jwtSecret: ['SUPABASE_JWT_SECRET', 'JWT_SECRET'],
  databaseUrl: ['DATABASE_URL', 'DB_URL'],
  mailUrl: ['MAILPIT_URL', 'INBUCKET_URL'],
} as const

/**
 * Returns the project that the environment names. A project on this machine has the documented local keys and the
 * database of `npm start`, unless others are given.
 * @throws PlainError with what is missing and where to find it
 */
export async function namedProject(env: NodeJS.ProcessEnv, dataDir: string): Promise<Project> {
  const given = (sort: keyof typeof NAMES) =>
    NAMES[sort]
      // `env $(supabase status -o env)` leaves the quotes around each value.
      .map((name) => env[name]?.replace(/^"(.*)"$/, '$1'))
      .find(Boolean)
  const site = originOf(given('site'), 'ROOKIES_URL')
  const url = originOf(given('url') ?? site, 'VITE_SUPABASE_URL')
  const needed = (sort: keyof typeof NAMES, local?: string): string => {
    const value = given(sort) ?? (isHere(url) ? local : undefined)
    if (value) return value
    throw new PlainError(
      `Set ${NAMES[sort].join(' or ')}. npm run supabase -- status -o env prints it for a stack on this machine; the dashboard shows it for a hosted project.`,
    )
  }
  return {
    site,
    url,
    anonKey: needed('anonKey', localAnonKey),
    serviceKey: needed('serviceKey', localServiceKey),
    jwtSecret: needed('jwtSecret', localJwtSecret),
    databaseUrl: needed(
      'databaseUrl',
      isHere(url) ? await findDatabase(given('databaseUrl'), dataDir) : undefined,
    ),
    mailUrl: given('mailUrl') ?? site,
    mayDiffer: true,
  }
}

function originOf(address: string | undefined, name: string): string {
  if (address && /^https?:/.test(address) && URL.canParse(address)) return new URL(address).origin
  throw new PlainError(
    `Set ${name} to the address of the product, such as http://localhost:4300. These tests write and delete people, courses, and settings there.`,
  )
}

/**
 * Checks that the pages answer, that keys and database belong to the same project, and that the project has the demo
 * data.
 * @param anyway accepts a project with accounts of other people
 * @throws PlainError
 */
export async function checkProject(project: Project, anyway: boolean): Promise<void> {
  await ask(project.site, {})
  const { access_token } = await ask(`${project.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: project.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(DEMO),
  }).then((answer) => answer.json())
  if (!access_token) {
    throw new PlainError(
      `${DEMO.email} cannot log in at ${project.url} with the demo's password. These tests need the demo data (supabase/seed.sql), and a project that you can throw away.`,
    )
  }
  const claims = decodeJwt(access_token)
  const database = await connectDatabase(project.databaseUrl)
  try {
    const [{ same, strangers }] = await database
      .query(
        `select exists (select from auth.sessions where id::text = $1) as same,
           (select count(*)::int from auth.users where email !~ $2) as strangers`,
        [claims.session_id, OF_TESTS],
      )
      .then(({ rows }) => rows)
      .catch((error) => {
        if (errorCode(error) === '42P01') return [{ same: false }]
        throw error
      })
    if (!same) {
      throw new PlainError(
        `DATABASE_URL is not the database of ${project.url}. Correct one of them.`,
      )
    }
    if (strangers > 0 && !anyway) {
      throw new PlainError(
        `${project.url} has accounts besides the demo's (${strangers}). These tests write and delete people, courses, and settings. Name a project that you can throw away, or set ROOKIES_TEST_ANYWAY=1.`,
      )
    }
  } finally {
    await database.end()
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(project.jwtSecret))
  const signed = await ask(`${project.url}/rest/v1/profiles?select=id&limit=1`, {
    headers: { apikey: project.anonKey, authorization: `Bearer ${token}` },
  })
  if (!signed.ok) {
    throw new PlainError(
      `${project.url} does not accept tokens that JWT_SECRET signed. Correct it.`,
    )
  }
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request)
  } catch (error) {
    const { origin } = new URL(address)
    throw new PlainError(
      `${origin} does not answer: ${errorMessage(error)}. Start it, or correct its address.`,
    )
  }
}
