import { dataProject } from '@rookies/data/env'
import type { AuthConfig } from '../../supabase/local/src/config'
import { errorMessage } from '../../supabase/local/src/plain-error'
import { type Answer, ask, valueAt } from './ask'
import { compareSettings, publicAuth } from './auth'
import { differs, type Finding, failed, ok } from './finding'

/** The public address and key of a project, as a browser uses them. */
export interface Endpoint {
  url: string
  key: string
}

/** Returns the project that the environment names, or else the backend on this machine. */
export function endpointOf(env: NodeJS.ProcessEnv, port: number): Endpoint {
  const { url, key } = dataProject(env, `http://localhost:${port}`)
  return { url: url.replace(/\/+$/, ''), key }
}

/** Checks what any browser can see of a project: the key, Auth, the API and the functions. */
export async function examineApi(
  endpoint: Endpoint,
  auth: AuthConfig,
  functions: readonly string[],
): Promise<Finding[]> {
  let settings: unknown
  try {
    settings = await publicSettings(endpoint)
  } catch (error) {
    // If Auth does not answer, the API and the functions cannot be checked.
    return [...browserKey(endpoint.key), failed('API, Auth and functions', errorMessage(error))]
  }
  return [
    ...browserKey(endpoint.key),
    ...compareSettings('auth, as anybody sees it', publicAuth(auth), settings),
    ...(await look('API', async () => [await api(endpoint)])),
    ...(await look('schemas of the API', async () => [await closedSchema(endpoint)])),
    ...(await look('functions', () => answeringFunctions(endpoint, functions))),
  ]
}

async function look(about: string, find: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await find()
  } catch (error) {
    return [failed(about, errorMessage(error))]
  }
}

/** Checks the key that is built into the apps, which everybody can read. */
export function browserKey(key: string): Finding[] {
  const [, payload = ''] = key.split('.')
  const role = valueAt(parse(Buffer.from(payload, 'base64url').toString()), ['role'])
  if (!key.startsWith('sb_secret_') && role !== 'service_role') return []
  const keyFault =
    'VITE_SUPABASE_KEY is a secret key. It is built into the apps, where everyone can read it.'
  return [differs('key', `${keyFault} Revoke it, and build with the publishable key.`)]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function publicSettings({ url, key }: Endpoint): Promise<unknown> {
  const where = `${url}/auth/v1/settings`
  return answered(await ask(where, { headers: { apikey: key } }), where)
}

/** Calls the function that every page calls first. */
async function api({ url, key }: Endpoint): Promise<Finding> {
  const answer = await ask(`${url}/rest/v1/rpc/boot`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: '{}',
  })
  answered(answer, `${url}/rest/v1/rpc/boot`)
  return ok('API', 'opens the apps')
}

async function closedSchema({ url, key }: Endpoint): Promise<Finding> {
  const about = 'schemas of the API'
  const where = `${url}/rest/v1/due_work?limit=0`
  const { status, body } = await ask(where, {
    headers: { apikey: key, 'accept-profile': 'private' },
  })
  if (status === 406 && valueAt(body, ['code']) === 'PGRST106')
    return ok(about, 'private is closed')
  if (status >= 500 || status === 429)
    throw new Error(`${where} answered ${status}: ${saidBy(body)}`)
  return differs(
    about,
    'The schema private is among them. Remove it: Data API, Settings, Exposed schemas.',
  )
}

/**
 * Checks that the functions answer. A deployed function refuses PUT itself; the project's check of tokens would
 * refuse it first.
 */
async function answeringFunctions(
  { url, key }: Endpoint,
  names: readonly string[],
): Promise<Finding[]> {
  const faults = await Promise.all(
    names.map(async (name) =>
      faultOf(
        name,
        await ask(`${url}/functions/v1/${name}`, { method: 'PUT', headers: { apikey: key } }),
      ),
    ),
  )
  const wrong = faults.filter((fault) => fault !== undefined)
  return wrong.length > 0 ? wrong : [ok('functions', `${names.length} answer`)]
}

function faultOf(name: string, { status, body }: Answer): Finding | undefined {
  const about = 'functions'
  switch (status) {
    case 405:
      if (valueAt(body, ['code']) === 'METHOD_NOT_ALLOWED') return undefined
      break
    case 404:
      return differs(about, `${name} is not there. Run: npm run deploy`)
    case 401:
      return differs(
        about,
        `${name} refuses callers before it runs (verify_jwt). Run: npm run deploy`,
      )
  }
  return failed(about, `${name} answered ${status}. Check its log.`)
}

/** @throws an error that says why the answer does not come from a Supabase project */
function answered({ status, body }: Answer, url: string): unknown {
  const { host } = new URL(url)
  if (status === 401 || status === 403) {
    throw new Error(`${host} does not know VITE_SUPABASE_KEY (${status}).`)
  }
  if (status === 404 || (status >= 300 && status < 400) || (status === 200 && body === null)) {
    throw new Error(
      `${host} is no Supabase project: set VITE_SUPABASE_URL to the project's address.`,
    )
  }
  if (status !== 200) throw new Error(`${url} answered ${status}: ${saidBy(body)}`)
  return body
}

function saidBy(body: unknown): string {
  const message = valueAt(body, ['message'])
  return typeof message === 'string' ? message : 'see the logs of the project.'
}
