import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { senderParts } from '../../supabase/functions/_shared/sender.ts'
import { nameOneProject } from '../doctor/one-project'

/** The settings of a hosted project. Their names are those of the environment variables. */
export interface Settings {
  SUPABASE_ACCESS_TOKEN: string
  SUPABASE_PROJECT_REF: string
  SITE_URL: string
  MAIL_FROM: string
  [name: string]: string | undefined
}

/** The settings file in the project's folder. */
export const SETTINGS_FILE = '.env.production'

export const EXAMPLE = `# The settings of the hosted project, for npm run deploy. Nobody else may read this file.
# A value with … in it counts as missing. The quotes allow # and blanks in a value.
# Your Supabase account: Account preferences, Access Tokens
SUPABASE_ACCESS_TOKEN="sbp_…"
# The 20 letters at the end of the project's address in the dashboard
SUPABASE_PROJECT_REF="…"
# The password of the database
SUPABASE_DB_PASSWORD="…"
# Where people open the product
SITE_URL="https://…"
# Who sends its mails; the school's name is added
MAIL_FROM="…@…"
# How they are sent: by a mail server, or by Resend
SMTP_URL="smtps://user:…@mail.example.org:465"
RESEND_API_KEY="re_…"`

/** Optional settings that the functions get as secrets. */
const OPTIONAL_SECRETS = [
  'SMTP_URL',
  'RESEND_API_KEY',
  'MAIL_API_URL',
  'STRIPE_WEBHOOK_SECRET',
  'MAIL_WEBHOOK_SECRET',
  'TICK_SECRET',
  'SEND_EMAIL_HOOK_SECRET',
]

const REQUIRED: [name: string, fits: (value: string) => boolean, sentence: string][] = [
  [
    'SUPABASE_ACCESS_TOKEN',
    (value) => /^sbp_\w+$/.test(value),
    'is a token that begins with sbp_: in your Supabase account, Account preferences, Access Tokens.',
  ],
  [
    'SUPABASE_PROJECT_REF',
    (value) => /^[a-z]{20}$/.test(value),
    'is the 20 letters at the end of the project’s address in the dashboard.',
  ],
  [
    'SITE_URL',
    isSite,
    'is the address of the product, by HTTPS and without a path, such as https://learn.example.org.',
  ],
  [
    'MAIL_FROM',
    (value) => mailSender(value) !== undefined,
    'is the sender, such as hello@example.org.',
  ],
]

/**
 * Reads the settings from the environment and, where they are missing, from the file.
 * @returns the settings, and one sentence for each missing or invalid setting
 */
export function readSettings(
  env: NodeJS.ProcessEnv,
  file: string,
): { settings: Settings; lacks: string[] } {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const given = Object.fromEntries(
    // Placeholders of the example are no values.
    [...Object.entries(written), ...Object.entries(env)].filter(
      ([, value]) => !/^$|…/.test(value ?? ''),
    ),
  )
  const settings: Settings = {
    ...given,
    SUPABASE_ACCESS_TOKEN: given.SUPABASE_ACCESS_TOKEN ?? '',
    SUPABASE_PROJECT_REF: given.SUPABASE_PROJECT_REF ?? '',
    SITE_URL: (given.SITE_URL ?? '').replace(/\/+$/, ''),
    MAIL_FROM: given.MAIL_FROM ?? '',
  }
  return { settings, lacks: lacksOf(settings) }
}

function lacksOf(settings: Settings): string[] {
  const { DATABASE_URL, SUPABASE_DB_PASSWORD, SMTP_URL, RESEND_API_KEY } = settings
  return [
    ...REQUIRED.flatMap(([name, fits, sentence]) => {
      const value = settings[name] ?? ''
      if (value === '') return [`${name} is missing. It ${sentence}`]
      return fits(value) ? [] : [`${name} is wrong. It ${sentence}`]
    }),
    ...(DATABASE_URL || SUPABASE_DB_PASSWORD
      ? []
      : ['SUPABASE_DB_PASSWORD is missing. It is the password of the database.']),
    ...(SMTP_URL || RESEND_API_KEY
      ? []
      : ['SMTP_URL or RESEND_API_KEY is missing. Without a mailer, nobody can sign up.']),
    ...(SMTP_URL ? smtpLacks(SMTP_URL) : []),
    ...nameOneProject({ ...settings, VITE_SUPABASE_URL: projectUrl(settings) }).map(
      ({ text }) => text,
    ),
  ]
}

function smtpLacks(url: string): string[] {
  const smtp = smtpOf(url)
  if (!smtp) {
    return [
      'SMTP_URL is wrong. It is an address such as smtps://user:password@mail.example.org:465.',
    ]
  }
  return [25, 587].includes(smtp.port)
    ? [
        `SMTP_URL has port ${smtp.port}, which hosted functions cannot use. Most servers have 465, by smtps://.`,
      ]
    : []
}

/** Returns the address of the project. A project with its own domain has that address in VITE_SUPABASE_URL. */
export function projectUrl({ VITE_SUPABASE_URL, SUPABASE_PROJECT_REF }: Settings): string {
  return VITE_SUPABASE_URL || `https://${SUPABASE_PROJECT_REF}.supabase.co`
}

/** Returns the settings that become secrets of the functions. */
export function secretsIn(settings: Settings): Record<string, string> {
  const { SITE_URL, MAIL_FROM } = settings
  const given = OPTIONAL_SECRETS.flatMap((name) => {
    const value = settings[name]
    return value ? [[name, value] as const] : []
  })
  return { SITE_URL, MAIL_FROM, ...Object.fromEntries(given) }
}

/** Adds new secrets to the file, which only its owner may read. */
export function storeSecrets(file: string, made: Record<string, string>): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const end = before === '' || before.endsWith('\n') ? '' : '\n'
  const lines = Object.entries(made).map(([name, value]) => `${name}="${value}"\n`)
  appendFileSync(file, end + lines.join(''), { mode: 0o600 })
}

/**
 * Returns name and address of a sender; a sender without a name gets its address as the name. Undefined for an
 * invalid sender.
 */
export function mailSender(from: string): { name: string; address: string } | undefined {
  const { name, address } = senderParts(from)
  const isAddress = /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(address)
  return isAddress ? { name: name || address, address } : undefined
}

interface Smtp {
  host: string
  port: number
  user: string
  pass: string
}

/** Parses an address such as `smtps://user:password@host:465`. */
export function smtpOf(url: string): Smtp | undefined {
  const { protocol, hostname, port, username, password } = URL.canParse(url)
    ? new URL(url)
    : { protocol: '', hostname: '', port: '', username: '', password: '' }
  if (!/^smtps?:$/.test(protocol) || hostname === '') return undefined
  return {
    host: hostname,
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
  }
}

function isSite(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && value.startsWith('https://')
}
