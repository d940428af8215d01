import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { PlainError } from '../../supabase/local/src/plain-error'
import type { Cli, Runtime } from './cli'

/** A running stack, as `supabase status` describes it. */
export interface Stack {
  apiUrl: string
  /** The key with which the apps are built. */
  key: string
  /** Address of the database for the owner of the schema. */
  databaseUrl: string
  mailUrl: string
  /** The complete status, by the names of its environment variables. */
  settings: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the stack of this project, and starts it if it does not run. The CLI gives a new stack the migrations, the
 * seeds and the settings of config.toml.
 * @returns `stop`, which stops the stack only if it was started here
 * @throws PlainError if the CLI is too old, fails, or does not name everything that the product needs
 */
export function openStack(
  cli: Cli,
  runtime: Runtime,
  say: (line: string) => void,
): { stack: Stack; stop: () => void } {
  checkVersion(cli)
  // Both runtimes print the same status, but for different options.
  const status = () =>
    cli(
      runtime === 'native'
        ? ['status', '--env', '--output-format', 'text']
        : ['status', '-o', 'env'],
    )
  const before = status()
  if (before.status === 0) {
    say('Using the Supabase stack that is running already.')
    return { stack: readStatus(before.out), stop: () => {} }
  }
  say(`Starting a Supabase stack (${runtime}). The first start downloads its services …`)
  const started = cli(runtime === 'native' ? ['start', '--runtime', 'native'] : ['start'], {
    quiet: false,
  })
  if (started.status !== 0) {
    throw new PlainError(
      'The Supabase CLI could not start the stack. Its own message is above. Correct that and try again, or run npm start without --supabase.',
    )
  }
  let stopped = false
  const stop = () => {
    if (stopped) return
    stopped = true
    const { status: code, err } = cli(['stop'])
    if (code !== 0) say(`The Supabase stack could not be stopped. ${err.trim()}`)
  }
  try {
    const after = status()
    if (after.status !== 0) throw new PlainError(`The stack does not answer. ${after.err.trim()}`)
    return { stack: readStatus(after.out), stop }
  } catch (error) {
    stop()
    throw error
  }
}

function checkVersion(cli: Cli): void {
  const { out, err } = cli(['--version'])
  const major = /^v?(\d+)\./.exec(out.trim())?.[1]
  if (Number(major) >= 3) return
  throw new PlainError(
    major
      ? `The Supabase CLI is ${out.trim()}, and 3 or later is needed. Update it, or unset SUPABASE_CLI.`
      : `The Supabase CLI does not tell its version. ${err.trim()}`.trim(),
  )
}

function readStatus(text: string): Stack {
  const settings = parseEnv(text)
  const { API_URL, PUBLISHABLE_KEY, ANON_KEY, DB_URL, MAILPIT_URL } = settings
  const key = PUBLISHABLE_KEY || ANON_KEY
  if (API_URL && key && DB_URL && MAILPIT_URL) {
    return { apiUrl: API_URL, key, databaseUrl: DB_URL, mailUrl: MAILPIT_URL, settings }
  }
  const wanted = { API_URL, PUBLISHABLE_KEY: key, DB_URL, MAILPIT_URL }
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value ? [] : [name]))
  throw new PlainError(
    `The Supabase CLI does not name ${missing.join(' and ')} in its status. Check that supabase/config.toml enables these services.`,
  )
}

/**
 * Adds missing secrets to the file from which the stack reads the secrets of functions. Existing secrets are kept.
 * Returns the secret of the function `tick`.
 */
export function prepareSecrets(file: string, runtime: Runtime, siteUrl: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const given = parseEnv(text)
  const secret = given.TICK_SECRET || randomBytes(32).toString('hex')
  const mailer = {
    MAIL_FROM: 'Rookies <hello@rookies.test>',
    // The address of the stack's mailbox as functions reach it.
    SMTP_URL:
      runtime === 'docker' ? 'smtp://supabase_inbucket_rookies:1025' : 'smtp://127.0.0.1:54325',
  }
  const hasMailer = given.SMTP_URL || given.RESEND_API_KEY
  const wanted = { SITE_URL: siteUrl, TICK_SECRET: secret, ...(hasMailer ? {} : mailer) }
  const lines = Object.entries(wanted)
    .filter(([name]) => !given[name])
    .map(([name, value]) => `${name}="${value}"\n`)
  const end = text === '' || text.endsWith('\n') ? '' : '\n'
  if (lines.length > 0) appendFileSync(file, end + lines.join(''), { mode: 0o600 })
  return secret
}
