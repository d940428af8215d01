import { readFileSync } from 'node:fs'
import { parse, TomlError, type TomlTable, type TomlValue } from 'smol-toml'
import { errorMessage, PlainError } from './plain-error'

/** `[auth]` of config.toml. Durations are seconds, limits are counts. */
export interface AuthConfig {
  siteUrl: string
  /** Addresses, with globs, to which a link may redirect besides the site. */
  redirectUrls: string[]
  jwtExpiry: number
  rotateRefreshTokens: boolean
  refreshReuseInterval: number
  enableSignup: boolean
  minPasswordLength: number
  email: {
    enabled: boolean
    confirmations: boolean
    doubleConfirmChanges: boolean
    securePasswordChange: boolean
    maxFrequency: number
    otpLength: number
    otpExpiry: number
  }
  mfa: { maxFactors: number; totp: { enroll: boolean; verify: boolean } }
  /** SQL name of the hook function that is called before an account is created; null if there is none. */
  beforeUserCreated: string | null
  rateLimit: {
    /** Mails in an hour, for all people together. */
    emailSent: number
    /** The other limits apply to each network address and five minutes. */
    tokenRefresh: number
    signInSignUps: number
    tokenVerifications: number
  }
}

/** The settings that limit requests and mails. */
export type Limits = AuthConfig['rateLimit'] & Pick<AuthConfig['email'], 'maxFrequency'>

/** For a test run, which sends more from one network address than a class room does. */
export const RAISED_LIMITS: Partial<Limits> = {
  emailSent: 10_000,
  signInSignUps: 10_000,
  tokenVerifications: 2000,
}

/** Returns the settings with the given limits. */
export function withLimits(auth: AuthConfig, limits: Partial<Limits> = {}): AuthConfig {
  const { maxFrequency = auth.email.maxFrequency, ...rateLimit } = limits
  return {
    ...auth,
    email: { ...auth.email, maxFrequency },
    rateLimit: { ...auth.rateLimit, ...rateLimit },
  }
}

/** The settings of `supabase/config.toml` that the embedded backend uses. */
export interface ProjectConfig {
  projectId: string
  api: { schemas: string[]; extraSearchPath: string[]; maxRows: number }
  /** Files of the schema and seeds as written in the file: relative to the `supabase` folder, seeds with globs. */
  db: { schemaPaths: string[]; seed: { enabled: boolean; paths: string[] } }
  /** `fileSizeLimit` is in bytes and applies to every bucket. */
  storage: { enabled: boolean; fileSizeLimit: number }
  auth: AuthConfig
}

/** Where the file is read for. */
export interface ConfigOptions {
  /** The values for `env(NAME)` in the file; by default, the environment of this process. */
  env?: Readonly<Record<string, string | undefined>>
  /** Id of a hosted project, whose block `[remotes.*]` overrides the rest of the file. */
  project?: string
}

/**
 * Reads `supabase/config.toml` like the Supabase CLI, with its default values.
 *
 * @throws PlainError if the file cannot be read or a value has the wrong type
 */
export function readConfig(path: string, options?: ConfigOptions): ProjectConfig {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new PlainError(`${path} cannot be read: ${errorMessage(error)}.`)
  }
  return parseConfig(text, options)
}

/**
 * Refuses settings that the embedded backend does not support, so that none is silently ignored. @throws
 * PlainError
 */
export function checkSupported({ auth }: ProjectConfig): void {
  if (!auth.email.confirmations) {
    throw new PlainError(
      'supabase/config.toml: auth.email.enable_confirmations must be true. Whether addresses have to be confirmed is a switch of Settings; without confirmations every address would count as proved.',
    )
  }
}

/** Does the same as `readConfig` with the text of the file. */
export function parseConfig(
  text: string,
  { env = process.env, project }: ConfigOptions = {},
): ProjectConfig {
  const root = new Section(forProject(parseToml(text), project), '', env)
  const api = root.section('api')
  const db = root.section('db')
  const seed = db.section('seed')
  const storage = root.section('storage')
  return {
    projectId: root.text('project_id', 'supabase'),
    api: {
      schemas: api.texts('schemas', ['public']),
      extraSearchPath: api.texts('extra_search_path', ['public', 'extensions']),
      maxRows: api.count('max_rows', 1000),
    },
    db: {
      schemaPaths: db.section('migrations').texts('schema_paths', []),
      seed: { enabled: seed.flag('enabled', true), paths: seed.texts('sql_paths', ['./seed.sql']) },
    },
    storage: {
      enabled: storage.flag('enabled', true),
      fileSizeLimit: storage.bytes('file_size_limit', 50 * 1024 ** 2),
    },
    auth: authConfig(root.section('auth')),
  }
}

function parseToml(text: string): TomlTable {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new PlainError(
      `supabase/config.toml, line ${error.line}: ${error.message.split('\n')[0]}.`,
    )
  }
}

/** Returns the file with the block of one hosted project merged into it: tables are merged, values replaced. */
function forProject(file: TomlTable, project: string | undefined): TomlTable {
  const blocks = isTable(file.remotes) ? Object.values(file.remotes) : []
  const block = blocks.filter(isTable).find(({ project_id: id }) => id === project)
  return project === undefined || block === undefined ? file : overlay(file, block)
}

function overlay(below: TomlTable, above: TomlTable): TomlTable {
  const merged = Object.entries(above).map(([key, value]) => {
    const before = below[key]
    return [key, isTable(value) && isTable(before) ? overlay(before, value) : value] as const
  })
  return { ...below, ...Object.fromEntries(merged) }
}

function authConfig(auth: Section): AuthConfig {
  const email = auth.section('email')
  const limits = auth.section('rate_limit')
  const mfa = auth.section('mfa')
  const totp = mfa.section('totp')
  return {
    siteUrl: auth.text('site_url', 'http://localhost:3000').replace(/\/+$/, ''),
    redirectUrls: auth.texts('additional_redirect_urls', []),
    jwtExpiry: auth.count('jwt_expiry', 3600),
    rotateRefreshTokens: auth.flag('enable_refresh_token_rotation', true),
    refreshReuseInterval: auth.count('refresh_token_reuse_interval', 10),
    enableSignup: auth.flag('enable_signup', true),
    minPasswordLength: auth.count('minimum_password_length', 6),
    email: {
      enabled: email.flag('enabled', true),
      confirmations: email.flag('enable_confirmations', false),
      doubleConfirmChanges: email.flag('double_confirm_changes', true),
      securePasswordChange: email.flag('secure_password_change', false),
      maxFrequency: email.seconds('max_frequency', 1),
      otpLength: email.count('otp_length', 6),
      otpExpiry: email.count('otp_expiry', 3600),
    },
    mfa: {
      maxFactors: mfa.count('max_enrolled_factors', 10),
      totp: {
        enroll: totp.flag('enroll_enabled', false),
        verify: totp.flag('verify_enabled', false),
      },
    },
    beforeUserCreated: hookFunction(auth.section('hook').section('before_user_created')),
    rateLimit: {
      emailSent: limits.count('email_sent', 30),
      tokenRefresh: limits.count('token_refresh', 150),
      signInSignUps: limits.count('sign_in_sign_ups', 30),
      tokenVerifications: limits.count('token_verifications', 30),
    },
  }
}

/** Returns the function of a Postgres hook, quoted for SQL; null if the hook is off. */
function hookFunction(hook: Section): string | null {
  if (!hook.flag('enabled', false)) return null
  const [, schema, name] =
    /^pg-functions:\/\/postgres\/([a-z_]\w*)\/([a-z_]\w*)$/i.exec(hook.text('uri', '')) ?? []
  if (!schema || !name) throw hook.wrong('uri', 'pg-functions://postgres/<schema>/<function>')
  return `"${schema}"."${name}"`
}

/** A table of the file, with its name for error messages. */
class Section {
  constructor(
    private readonly table: TomlTable,
    private readonly name: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  section(key: string): Section {
    const value = this.table[key]
    if (value === undefined) return new Section({}, this.path(key), this.env)
    if (!isTable(value)) throw this.wrong(key, 'a table')
    return new Section(value, this.path(key), this.env)
  }

  text(key: string, fallback: string): string {
    const value = this.value(key) ?? fallback
    if (typeof value !== 'string') throw this.wrong(key, 'a text')
    return value
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.value(key) ?? fallback
    if (value === true || value === 'true') return true
    if (value === false || value === 'false') return false
    throw this.wrong(key, 'true or false')
  }

  count(key: string, fallback: number): number {
    const value = this.value(key) ?? fallback
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) {
      throw this.wrong(key, 'a whole number')
    }
    return number
  }

  texts(key: string, fallback: string[]): string[] {
    const value = this.table[key]
    if (value === undefined) return fallback
    if (!Array.isArray(value)) throw this.wrong(key, 'a list of texts')
    return value.map((entry) => {
      const text = this.resolve(key, entry)
      if (typeof text !== 'string') throw this.wrong(key, 'a list of texts')
      return text
    })
  }

  /** Returns a duration in Go's format ("90s", "1m30s", "2h") in seconds. */
  seconds(key: string, fallback: number): number {
    const value = this.value(key)
    if (value === undefined) return fallback
    if (typeof value !== 'string' || !/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(value)) {
      throw this.wrong(key, 'a duration such as "5s" or "1m30s"')
    }
    const unit: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600 }
    let total = 0
    for (const [, amount, name] of value.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) {
      total += Number(amount) * (unit[name ?? ''] ?? 0)
    }
    return total
  }

  /** Returns a size in the CLI's format ("50MiB", "500KB") in bytes. */
  bytes(key: string, fallback: number): number {
    const value = this.value(key)
    if (value === undefined) return fallback
    const [, amount, prefix = '', binary] =
      /^(\d+) ?([kmg]?)(i?)b$/i.exec(typeof value === 'string' ? value : '') ?? []
    if (amount === undefined) throw this.wrong(key, 'a size such as "50MiB"')
    return Number(amount) * (binary ? 1024 : 1000) ** ' kmg'.indexOf(prefix.toLowerCase() || ' ')
  }

  private value(key: string): TomlValue | undefined {
    const value = this.table[key]
    return value === undefined ? undefined : this.resolve(key, value)
  }

  /** Replaces `env(NAME)` by the variable; numbers and booleans are then texts. */
  private resolve(key: string, value: TomlValue): TomlValue {
    const [, name] = typeof value === 'string' ? (/^env\((.*)\)$/.exec(value) ?? []) : []
    if (name === undefined) return value
    const found = this.env[name]
    // The CLI would take the text `env(NAME)` itself as the value.
    if (!found) throw this.wrong(key, `given by the environment variable ${name}`)
    return found
  }

  private path(key: string): string {
    return this.name ? `${this.name}.${key}` : key
  }

  wrong(key: string, expected: string): PlainError {
    return new PlainError(`supabase/config.toml: ${this.path(key)} must be ${expected}.`)
  }
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}
