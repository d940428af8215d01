import type { ProjectConfig } from '../../supabase/local/src/config'
import { errorMessage } from '../../supabase/local/src/plain-error'
import { ask, at } from './ask'
import { compareAddresses, compareSettings, ownersAuth } from './auth'
import { differs, type Finding, failed, ok } from './finding'

/** The reference of the project, and the token of its owner, for the management API. */
export interface Ownership {
  ref: string
  token: string
}

/**
 * Checks what only the owner of a project can read: the settings of Auth, the API and storage, the functions
 * and their secrets.
 */
export async function examineOwners(
  owner: Ownership,
  config: ProjectConfig,
  functions: readonly string[],
): Promise<Finding[]> {
  const look = async (about: string, path: string, judge: (answer: unknown) => Finding[]) => {
    try {
      return judge(await tell(owner, path))
    } catch (error) {
      return [failed(about, errorMessage(error))]
    }
  }
  let hooked = false
  return [
    ...(await look('auth, as its owner sees it', 'config/auth', (answer) => {
      hooked = hasHook(answer)
      return [
        ...compareSettings('auth, as its owner sees it', ownersAuth(config.auth), answer),
        compareAddresses('links in emails', config.auth, answer),
        authMails(answer),
      ]
    })),
    ...(await look('settings of the API', 'postgrest', (answer) => compareApi(config.api, answer))),
    ...(await look('limit of storage', 'config/storage', (answer) =>
      compareLimit(config.storage.fileSizeLimit, answer),
    )),
    ...(await look('functions, as deployed', 'functions', (answer) =>
      compareFunctions(functions, answer),
    )),
    ...(await look('secrets', 'secrets', (answer) => compareSecrets(answer, hooked))),
  ]
}

/** @throws an error whose message says why there is no answer */
async function tell({ ref, token }: Ownership, path: string): Promise<unknown> {
  const { status, body } = await ask(
    `https://api.supabase.com/v1/projects/${encodeURIComponent(ref)}/${path}`,
    { headers: { authorization: `Bearer ${token}` } },
  )
  if (status === 200 && body !== null) return body
  if (status === 401) throw new Error('Supabase does not know SUPABASE_ACCESS_TOKEN.')
  if (status === 403 || status === 404) {
    throw new Error(`SUPABASE_ACCESS_TOKEN may not read ${path} of the project ${ref} (${status}).`)
  }
  throw new Error(`api.supabase.com answered ${status} for ${path}.`)
}

/** Whether Auth has the function `send-email` send its mails. */
const hasHook = (answer: unknown): boolean =>
  at(answer, ['hook_send_email_enabled']) === true &&
  /^https:\/\/[^/]+\/functions\/v1\/send-email$/.test(String(at(answer, ['hook_send_email_uri'])))

/** Supabase's own mail server is for trials: it sends only to members of the project's team. */
function authMails(answer: unknown): Finding {
  const about = 'emails of Auth'
  if (hasHook(answer)) return ok(about, 'leave by the function send-email')
  const who = at(answer, ['smtp_host'])
    ? 'They leave by another server than all others, without the name of the school'
    : 'They reach only the team'
  return differs(about, `${who}. Switch the hook on: docs/mail.md, The hook.`)
}

/** Compares `[api]` of config.toml with the API's settings. A hosted project may expose `graphql_public` too. */
function compareApi({ schemas, maxRows }: ProjectConfig['api'], answer: unknown): Finding[] {
  const about = 'settings of the API'
  const shown = String(at(answer, ['db_schema']) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'graphql_public')
  const rows = at(answer, ['max_rows'])
  const wrong = [
    ...schemas
      .filter((name) => !shown.includes(name))
      .map((name) => `The API does not show the schema ${name}.`),
    ...shown
      .filter((name) => !schemas.includes(name))
      .map((name) => `The API shows the schema ${name}.`),
    ...(rows === maxRows ? [] : [`It answers ${rows} rows at most, expected ${maxRows}.`]),
  ]
  return wrong.length > 0
    ? wrong.map((text) => differs(about, `${text} Run: npm run supabase -- config push`))
    : [ok(about, 'as expected')]
}

/** The limit of the project also applies to every bucket. */
function compareLimit(bytes: number, answer: unknown): Finding[] {
  const about = 'limit of storage'
  const limit = at(answer, ['fileSizeLimit'])
  return typeof limit === 'number' && limit >= bytes
    ? [ok(about, `${limit} bytes`)]
    : [differs(about, `It is ${limit} bytes, expected ${bytes} or more: Storage, Settings.`)]
}

/**
 * Every function has to be deployed without the project's check of tokens, which does not accept the tokens
 * of newer projects.
 */
function compareFunctions(names: readonly string[], answer: unknown): Finding[] {
  const about = 'functions, as deployed'
  const list: unknown[] = Array.isArray(answer) ? answer : []
  const wrong = names.flatMap((name) => {
    const found = list.find((one) => at(one, ['slug']) === name)
    const cure = `Run: npm run supabase -- functions deploy ${name}`
    if (!found) return [`${name} is not deployed. ${cure}`]
    if (at(found, ['status']) !== 'ACTIVE') return [`${name} is not active. ${cure}`]
    if (at(found, ['verify_jwt']) === false) return []
    return [`${name} refuses callers before it runs (verify_jwt). ${cure}`]
  })
  return wrong.length > 0
    ? wrong.map((text) => differs(about, text))
    : [ok(about, `${names.length} active`)]
}

/**
 * Checks by name which secrets of docs/deploy.md are set. Stripe is optional, and so is the mailer, unless the hook of
 * Auth needs it.
 */
function compareSecrets(answer: unknown, hooked: boolean): Finding[] {
  const about = 'secrets'
  const names = (Array.isArray(answer) ? answer : []).map((one) => at(one, ['name']))
  const has = (name: string) => names.includes(name)
  const mailer = has('SMTP_URL') || has('RESEND_API_KEY')
  const wrong = [
    ...['SITE_URL', 'TICK_SECRET', ...(hooked ? ['SEND_EMAIL_HOOK_SECRET'] : [])]
      .filter((name) => !has(name))
      .map((name) => `${name} is not set.`),
    ...(!has('MAIL_FROM') && mailer ? ['A mailer is set up, but MAIL_FROM is not set.'] : []),
    ...(hooked && !mailer
      ? ['Auth sends its mails by the hook, but no mailer is set up, so nobody can sign up.']
      : []),
  ]
  if (wrong.length > 0) {
    return wrong.map((text) => differs(about, `${text} Run: npm run supabase -- secrets set …`))
  }
  return [ok(about, mailer ? 'set, with a mailer' : 'set; without a mailer, no email is sent')]
}
