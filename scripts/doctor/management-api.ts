import { PlainError } from '../../supabase/local/src/plain-error'
import { type Answer, ask, valueAt } from './ask'

/** The reference of a project, and the token of its owner, for the management API. */
export interface Ownership {
  ref: string
  token: string
  /** The address of a management API other than Supabase's own. */
  api?: string
}

/** Returns the project that an environment names; undefined if a variable is missing. */
export function ownershipIn(env: Readonly<Record<string, string | undefined>>) {
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_PROJECT_REF: ref, SUPABASE_API_URL: api } = env
  return token && ref ? { token, ref, ...(api ? { api } : {}) } : undefined
}

/**
 * Requests data of a project from the management API or, with `init`, changes it.
 * @param path the part after the project's reference, such as `/secrets`
 * @returns the body
 * @throws PlainError with the reason if there is no answer
 */
export async function askManagement(
  { ref, token, api = 'https://api.supabase.com' }: Ownership,
  path: string,
  init: { method: 'POST' | 'DELETE'; body: unknown } | undefined = undefined,
): Promise<unknown> {
  const { status, body }: Answer = await ask(
    `${api}/v1/projects/${encodeURIComponent(ref)}${path}`,
    {
      ...(init && { method: init.method, body: JSON.stringify(init.body) }),
      headers: {
        authorization: `Bearer ${token}`,
        ...(init && { 'content-type': 'application/json' }),
      },
    },
  )
  if (init ? status >= 200 && status < 300 : status === 200 && body !== null) return body
  const about = path === '' ? 'the project' : path.slice(1)
  if (status === 401)
    throw new PlainError(
      'Supabase does not know SUPABASE_ACCESS_TOKEN. Make another one in your account.',
    )
  if (status === 404 && path === '') {
    throw new PlainError(
      `Supabase shows no project ${ref} to the account of SUPABASE_ACCESS_TOKEN. Check SUPABASE_PROJECT_REF, and whose token it is.`,
    )
  }
  if (status === 403 || status === 404) {
    throw new PlainError(
      `SUPABASE_ACCESS_TOKEN may not ${init ? 'change' : 'read'} ${about} of the project ${ref} (${status}).`,
    )
  }
  throw new PlainError(`${new URL(api).host} answered ${status} for ${about}.`)
}

/**
 * Requests a list from the management API. Any other answer counts as an empty list. @throws PlainError with the
 * reason if there is no answer
 */
export async function askForList(owner: Ownership, path: string): Promise<unknown[]> {
  const answer = await askManagement(owner, path)
  return Array.isArray(answer) ? answer : []
}

/** The kinds of keys, each with the name of the same key in older projects. */
const LEGACY_KEYS = { publishable: 'anon', secret: 'service_role' } as const

/** Returns a key of a project; undefined if it has none. @throws PlainError with the reason if there is no answer */
export async function apiKeyOf(
  owner: Ownership,
  type: keyof typeof LEGACY_KEYS,
): Promise<string | undefined> {
  const list = await askForList(owner, type === 'secret' ? '/api-keys?reveal=true' : '/api-keys')
  const found =
    list.find((one) => valueAt(one, ['type']) === type) ??
    list.find((one) => valueAt(one, ['name']) === LEGACY_KEYS[type])
  const key = valueAt(found, ['api_key'])
  return typeof key === 'string' && key !== '' ? key : undefined
}
