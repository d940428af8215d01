import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkSupported, parseConfig, readConfig } from './config'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const path = `${root}supabase/config.toml`

test('the project keeps sign-up and confirmation on', () => {
  const { auth, api, db } = readConfig(path)
  expect(auth).toMatchObject({
    siteUrl: 'http://localhost:4300',
    enableSignup: true,
    jwtExpiry: 3600,
    rotateRefreshTokens: true,
    refreshReuseInterval: 10,
    minPasswordLength: 6,
    email: { confirmations: true, otpLength: 6, otpExpiry: 1800, maxFrequency: 60 },
  })
  expect(api.maxRows).toBe(1000)
  expect(db.seed.paths).toEqual(['./seed.sql', './seeds/*.sql'])
})

test('a file without confirmations is refused with the reason', () => {
  for (const text of ['[auth.email]\nenable_confirmations = false', '']) {
    expect(() => checkSupported(parseConfig(text))).toThrow(
      /^supabase\/config\.toml: auth\.email\.enable_confirmations must be true\. /,
    )
  }
  expect(() => checkSupported(readConfig(path))).not.toThrow()
})

test('a hook is called before an account is created', () => {
  expect(readConfig(path).auth.beforeUserCreated).toBe('"public"."before_user_created"')
  const off = '[auth.hook.before_user_created]\nenabled = false\nuri = "https://example.org"'
  expect(parseConfig(off).auth.beforeUserCreated).toBeNull()
})

test('durations are read in Go’s format', () => {
  const seconds = (text: string) =>
    parseConfig(`[auth.email]\nmax_frequency = "${text}"`).auth.email.maxFrequency
  expect([seconds('1m30s'), seconds('500ms'), seconds('2h')]).toEqual([90, 0.5, 7200])
})

test('env() values are read from the environment, like in the Supabase CLI', () => {
  const file = `
    [auth]
    site_url = "env(SITE)"
    additional_redirect_urls = ["env(SITE)", "http://localhost:1/login"]
    jwt_expiry = "env(EXPIRY)"
    enable_signup = "env(SIGN_UP)"
    [auth.email]
    max_frequency = "env(PAUSE)"
    [auth.external.github]
    secret = "env(NOT_READ_HERE)"`
  const env = { SITE: 'https://a.example', EXPIRY: '60', SIGN_UP: 'false', PAUSE: '2m' }
  expect(parseConfig(file, { env }).auth).toMatchObject({
    siteUrl: 'https://a.example',
    redirectUrls: ['https://a.example', 'http://localhost:1/login'],
    jwtExpiry: 60,
    enableSignup: false,
    email: { maxFrequency: 120 },
  })
  expect(() => parseConfig(file, { env: { ...env, SITE: '' } })).toThrow(
    'supabase/config.toml: auth.site_url must be given by the environment variable SITE.',
  )
})

test('the block of a hosted project overrides the rest of the file for that project only', () => {
  const file = `
    [auth]
    site_url = "http://localhost:1"
    additional_redirect_urls = ["http://localhost:1/login", "http://localhost:1/reset-password"]
    [auth.email]
    otp_length = 6
    otp_expiry = 600
    [remotes.production]
    project_id = "abcdefghijklmnopqrst"
    [remotes.production.auth]
    site_url = "https://a.example"
    additional_redirect_urls = ["https://a.example/login"]
    [remotes.production.auth.email]
    otp_length = 8`
  expect(parseConfig(file, { project: 'abcdefghijklmnopqrst' }).auth).toMatchObject({
    siteUrl: 'https://a.example',
    redirectUrls: ['https://a.example/login'],
    email: { otpLength: 8, otpExpiry: 600 },
  })
  for (const project of [undefined, 'tsrqponmlkjihgfedcba']) {
    expect(parseConfig(file, { project }).auth).toMatchObject({
      siteUrl: 'http://localhost:1',
      email: { otpLength: 6 },
    })
  }
})

test('an invalid value is reported with its key, in one sentence', () => {
  expect(() => parseConfig('[auth]\njwt_expiry = "soon"')).toThrow(
    'supabase/config.toml: auth.jwt_expiry must be a whole number.',
  )
  expect(() => parseConfig('[auth.email]\nmax_frequency = "soon"')).toThrow(
    'supabase/config.toml: auth.email.max_frequency must be a duration such as "5s" or "1m30s".',
  )
  expect(() =>
    parseConfig('[auth.hook.before_user_created]\nenabled = true\nuri = "https://example.org"'),
  ).toThrow(
    'supabase/config.toml: auth.hook.before_user_created.uri must be pg-functions://postgres/<schema>/<function>.',
  )
  expect(() => parseConfig('auth = 1')).toThrow('supabase/config.toml: auth must be a table.')
  expect(() => parseConfig('[auth')).toThrow(/^supabase\/config\.toml, line 1: .+\.$/)
  expect(() => readConfig('/nowhere/config.toml')).toThrow(/cannot be read/)
})
