import type { AuthConfig, ProjectConfig } from '../../supabase/local/src/config'
import { errorMessage } from '../../supabase/local/src/plain-error'
import { valueAt } from './ask'
import { compareAddresses, compareSettings, ownersAuth } from './auth'
import { differs, type Finding, failed, ok } from './finding'
import { askManagement, type Ownership } from './management-api'

const PUSH = 'Run: npm run deploy'

/** Checks what only the owner of a project can read: the settings, the functions, and the names of their secrets. */
export async function examineOwners(
  owner: Ownership,
  config: ProjectConfig,
  functions: readonly string[],
): Promise<Finding[]> {
  let hooked = false
  return [
    ...(await examineSettings(owner, config, (answer) => {
      hooked = hasHook(answer)
    })),
    ...(await look(owner, 'functions, as deployed', '/functions', (answer) =>
      compareFunctions(functions, answer),
    )),
    ...(await look(owner, 'secrets', '/secrets', (answer) => compareSecrets(answer, hooked))),
  ]
}

/**
 * Checks the settings of Auth, the API and storage, which `config push` writes.
 * @param onAuth called with the settings of Auth
 */
export async function examineSettings(
  owner: Ownership,
  config: ProjectConfig,
  onAuth: (answer: unknown) => void = () => {},
): Promise<Finding[]> {
  return [
    ...(await look(owner, 'auth, as its owner sees it', '/config/auth', (answer) => {
      onAuth(answer)
      return [
        ...compareSettings('auth, as its owner sees it', ownersAuth(config.auth), answer),
        compareAddresses('links in emails', config.auth, answer),
        authMails(config.auth, answer),
      ]
    })),
    ...(await look(owner, 'settings of the API', '/postgrest', (answer) =>
      compareApi(config.api, answer),
    )),
    ...(await look(owner, 'limit of storage', '/config/storage', (answer) =>
      compareLimit(config.storage.fileSizeLimit, answer),
    )),
  ]
}

async function look(
  owner: Ownership,
  about: string,
  path: string,
  judge: (answer: unknown) => Finding[],
): Promise<Finding[]> {
  try {
    return judge(await askManagement(owner, path))
  } catch (error) {
    return [failed(about, errorMessage(error))]
  }
}

/** Whether Auth sends its mails by the function `send-email`. */
const hasHook = (answer: unknown): boolean =>
  valueAt(answer, ['hook_send_email_enabled']) === true &&
  /^https?:\/\/[^/]+\/functions\/v1\/send-email$/.test(
    String(valueAt(answer, ['hook_send_email_uri'])),
  )

/**
 * Checks the mail server of Auth. Supabase's own one is for trials, and sends only to members of the project's team.
 * Only with another server, the limit for mails can be raised, which also counts mails that the hook sends.
 */
function authMails({ rateLimit }: AuthConfig, answer: unknown): Finding {
  const about = 'emails of Auth'
  const hasServer = Boolean(valueAt(answer, ['smtp_host']))
  if (!hasHook(answer)) {
    const recipients = hasServer
      ? 'They leave by another server than all others, without the name of the school'
      : 'They reach only the team'
    return differs(about, `${recipients}. ${PUSH}`)
  }
  const limit = valueAt(answer, ['rate_limit_email_sent'])
  return limit === rateLimit.emailSent
    ? ok(about, `leave by the function send-email, ${limit} in an hour`)
    : differs(
        about,
        `${limit} may leave in an hour, expected ${rateLimit.emailSent}. ${hasServer ? PUSH : 'Give Auth a mail server: Authentication, Emails, SMTP.'}`,
      )
}

/** Compares `[api]` of config.toml with the settings of the API. A hosted project may also expose `graphql_public`. */
function compareApi({ schemas, maxRows }: ProjectConfig['api'], answer: unknown): Finding[] {
  const about = 'settings of the API'
  const shown = String(valueAt(answer, ['db_schema']) ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'graphql_public')
  const rows = valueAt(answer, ['max_rows'])
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
    ? wrong.map((text) => differs(about, `${text} ${PUSH}`))
    : [ok(about, 'as expected')]
}

/** Compares the size limit of the project, which also applies to every bucket. */
function compareLimit(bytes: number, answer: unknown): Finding[] {
  const about = 'limit of storage'
  const limit = valueAt(answer, ['fileSizeLimit'])
  return typeof limit === 'number' && limit >= bytes
    ? [ok(about, `${limit} bytes`)]
    : [differs(about, `It is ${limit} bytes, expected ${bytes} or more. ${PUSH}`)]
}

/**
 * Checks that every function is deployed without the project's check of tokens, which refuses the tokens of newer
 * projects.
 */
function compareFunctions(names: readonly string[], answer: unknown): Finding[] {
  const about = 'functions, as deployed'
  const list: unknown[] = Array.isArray(answer) ? answer : []
  const wrong = names.flatMap((name) => {
    const fault = functionFault(list.find((one) => valueAt(one, ['slug']) === name))
    return fault ? [`${name} ${fault}. ${PUSH}`] : []
  })
  return wrong.length > 0
    ? wrong.map((text) => differs(about, text))
    : [ok(about, `${names.length} active`)]
}

/** Returns what is wrong with a deployed function; undefined if every caller can reach it. */
export function functionFault(found: unknown): string | undefined {
  if (!found) return 'is not deployed'
  if (valueAt(found, ['status']) !== 'ACTIVE') return 'is not active'
  return valueAt(found, ['verify_jwt']) === false
    ? undefined
    : 'refuses callers before it runs (verify_jwt)'
}

/**
 * Checks by name whether the secrets in docs/deploy.md are set. Stripe is optional, and so is the mailer, unless the
 * hook of Auth needs it.
 */
function compareSecrets(answer: unknown, hooked: boolean): Finding[] {
  const about = 'secrets'
  const names = (Array.isArray(answer) ? answer : []).map((one) => valueAt(one, ['name']))
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
    return wrong.map((text) => differs(about, `${text} ${PUSH}`))
  }
  return [ok(about, mailer ? 'set, with a mailer' : 'set; without a mailer, no email is sent')]
}
