import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'
import { keyedDigest, plainDigest } from '../digest'

export const REF = 'abcdefghijklmnopqrst'
export const TOKEN = `sbp_${'0'.repeat(40)}`

/** The settings of Auth that may be null. The CLI expects each name in the answer. */
const names = readFileSync(new URL('auth-settings.txt', import.meta.url), 'utf8')
  .trim()
  .split(/\s+/)

/** The answer of a new project, as far as the deployment and the doctor read it. */
const NEW_AUTH: Record<string, unknown> = {
  ...Object.fromEntries(names.map((name) => [name, null])),
  mailer_otp_exp: 3600,
  mfa_phone_otp_length: 6,
  sms_otp_length: 6,
  custom_oauth_max_providers: 0,
  passkey_enabled: false,
  oauth_server_enabled: false,
  oauth_server_allow_dynamic_registration: false,
  custom_oauth_enabled: false,
  site_url: 'http://localhost:3000',
  uri_allow_list: '',
  disable_signup: false,
  external_email_enabled: true,
  external_anonymous_users_enabled: false,
  external_phone_enabled: false,
  mailer_autoconfirm: false,
  rate_limit_email_sent: 2,
  smtp_host: null,
  hook_before_user_created_enabled: false,
  hook_send_email_enabled: false,
}

export interface StandIn {
  url: string
  /** The requests to the management API, such as `POST /secrets`. */
  asked: string[]
  /** The state of the project. */
  auth: Record<string, unknown>
  secrets: Map<string, string>
  functions: Map<string, Record<string, unknown>>
  status: string
  /** Requests to the management API that begin with this text are refused; none if it is empty. */
  broken: string
}

/**
 * Opens a project without a database until the test ends: its management API, and the addresses that a browser sees.
 * The answers follow Supabase's description of its API. Secrets are returned as digests.
 */
export async function openStandInProject(): Promise<StandIn> {
  const project: StandIn = {
    url: '',
    asked: [],
    auth: { ...NEW_AUTH },
    secrets: new Map([['SUPABASE_URL', `https://${REF}.supabase.co`]]),
    functions: new Map(),
    status: 'ACTIVE_HEALTHY',
    broken: '',
  }
  const rest = {
    db_schema: 'public,graphql_public',
    max_rows: 100,
    db_extra_search_path: 'public',
    db_pool: null,
    db_pool_acquisition_timeout: 10,
    db_pool_max_lifetime: 1800,
    db_pool_max_idletime: 30,
  }
  const storage = { fileSizeLimit: 1_048_576, features: {} }
  const server = createServer(async (request, response) => {
    const body = await read(request)
    const url = new URL(request.url ?? '', 'http://localhost')
    const [status, answer] = url.pathname.startsWith('/v')
      ? manage(request, url, body)
      : browse(url, request.headers['accept-profile'])
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  project.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  onTestFinished(() => void server.close())
  return project

  function manage(
    { method = '', headers }: IncomingMessage,
    url: URL,
    body: Buffer,
  ): [number, unknown] {
    const call = `${method} ${url.pathname.replace(`/v1/projects/${REF}`, '')}`
    project.asked.push(call)
    if (headers.authorization !== `Bearer ${TOKEN}`) return [401, { message: 'Unauthorized' }]
    if (project.broken !== '' && call.startsWith(project.broken)) {
      return [403, { message: 'Forbidden' }]
    }
    switch (call) {
      case 'GET ':
        return [200, { ...projectAnswer, status: project.status }]
      case 'GET /api-keys':
        return [200, [{ name: 'default', type: 'publishable', api_key: 'sb_publishable_x' }]]
      case 'GET /config/database/pooler':
        return [200, [POOLER]]
      case 'GET /config/auth':
        return [200, toldAuth()]
      case 'PATCH /config/auth':
        Object.assign(project.auth, JSON.parse(String(body)))
        return [200, toldAuth()]
      case 'GET /postgrest':
        return [200, rest]
      case 'PATCH /postgrest':
        return [200, Object.assign(rest, JSON.parse(String(body)))]
      case 'GET /config/storage':
        return [200, storage]
      case 'PATCH /config/storage':
        return [200, Object.assign(storage, JSON.parse(String(body)))]
      case 'GET /secrets':
        return [
          200,
          [...project.secrets].map(([name, value]) => ({ name, value: plainDigest(value) })),
        ]
      case 'POST /secrets':
        for (const { name, value } of JSON.parse(String(body))) project.secrets.set(name, value)
        return [201, null]
      case 'DELETE /secrets':
        for (const name of JSON.parse(String(body))) project.secrets.delete(name)
        return [200, null]
      case 'GET /functions':
        return [200, [...project.functions.values()]]
      case 'POST /functions/deploy':
        return [201, answerDeployment(url.searchParams, String(body))]
      case 'PUT /functions':
        for (const one of JSON.parse(String(body))) activate(one)
        return [200, { functions: [...project.functions.values()] }]
      case `GET /v2/projects/${REF}/config`:
        return [200, { data: { type: 'project_config', id: REF, attributes: attributes() } }]
      case 'GET /billing/addons':
        return [200, { selected_addons: [], available_addons: [] }]
    }
    return [404, { message: `${call} is not answered here.` }]
  }

  /**
   * Answers a request of a deployment. Each of several functions is bundled by its own request, and one more request
   * activates all.
   */
  function answerDeployment(query: URLSearchParams, form: string): Record<string, unknown> {
    const slug = query.get('slug') ?? ''
    const metadata = JSON.parse(/^\{"entrypoint_path".*\}\r?$/m.exec(form)?.[0] ?? '{}')
    const { entrypoint_path, verify_jwt, name } = metadata
    const version = Number(project.functions.get(slug)?.version ?? 0) + 1
    const one = { id: slug, slug, name, status: 'ACTIVE', version, ezbr_sha256: plainDigest(form) }
    const all = { ...one, verify_jwt, entrypoint_path: `file:///tmp/source/${entrypoint_path}` }
    if (query.get('bundleOnly') !== 'true') activate(all)
    return all
  }

  function activate(one: Record<string, unknown>): void {
    project.functions.set(String(one.slug), { ...one, created_at: 0, updated_at: 0 })
  }

  function toldAuth(): object {
    const hidden = ['smtp_pass', 'hook_send_email_secrets'].flatMap((name) => {
      const value = project.auth[name]
      return typeof value === 'string' ? [[name, keyedDigest(REF)(value)] as const] : []
    })
    return { ...project.auth, ...Object.fromEntries(hidden) }
  }

  function attributes() {
    const { fileSizeLimit: file_size_limit } = storage
    const others = { database: { major_version: 17 }, pooler: {}, realtime: {} }
    return { api: rest, auth: toldAuth(), storage: { file_size_limit }, ...others }
  }

  function browse({ pathname }: URL, profile: string | string[] | undefined): [number, unknown] {
    if (pathname === '/auth/v1/settings') {
      const { disable_signup, mailer_autoconfirm } = project.auth
      const external = { email: true, anonymous_users: false, phone: false }
      return [200, { disable_signup, mailer_autoconfirm, external }]
    }
    if (profile === 'private') return [406, { code: 'PGRST106' }]
    if (pathname === '/rest/v1/rpc/boot') return [200, { account: null }]
    const [, name = ''] = /^\/functions\/v1\/([a-z-]+)$/.exec(pathname) ?? []
    return project.functions.has(name)
      ? [405, { code: 'METHOD_NOT_ALLOWED' }]
      : [404, { code: 'NOT_FOUND' }]
  }
}

const POOLER = {
  database_type: 'PRIMARY',
  db_user: `postgres.${REF}`,
  db_host: 'aws-0-eu-central-1.pooler.supabase.com',
  db_port: 6543,
  db_name: 'postgres',
  pool_mode: 'transaction',
}

const projectAnswer = {
  id: REF,
  ref: REF,
  organization_id: 'school',
  organization_slug: 'school',
  name: 'School',
  region: 'eu-central-1',
  created_at: '2026-11-30T12:00:00Z',
  database: {
    host: `db.${REF}.supabase.co`,
    version: '17.6.1.111',
    postgres_engine: '17',
    release_channel: 'ga',
  },
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
