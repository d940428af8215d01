import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../supabase/local/src/testing/temporary-folder'
import { chooseRuntime, type Machine } from './runtime'
import { openStack, prepareSecrets } from './stack'
import { openStandIn, STATUS } from './testing/open-stand-in'

const quiet = () => {}

test.each([
  ['docker', 'status -o env', 'start'],
  ['native', 'status --env --output-format text', 'start --runtime native'],
] as const)('a %s stack is started, read, and stopped', (runtime, status, start) => {
  const { cli, calls, runs } = openStandIn({ runtime })
  const { stack, stop } = openStack(cli, runtime, quiet)
  expect(stack).toMatchObject({
    apiUrl: STATUS.API_URL,
    key: STATUS.PUBLISHABLE_KEY,
    databaseUrl: STATUS.DB_URL,
    mailUrl: STATUS.MAILPIT_URL,
  })
  expect(runs()).toBe(true)
  stop()
  stop()
  expect(calls()).toEqual(['--version', status, start, status, 'stop'])
})

test('a stack that already runs is used, and not stopped', () => {
  const { cli, calls, runs } = openStandIn({ runs: true })
  openStack(cli, 'docker', quiet).stop()
  expect(calls()).toEqual(['--version', 'status -o env'])
  expect(runs()).toBe(true)
})

test.each([
  ['no docker', 'could not start the stack. Its own message is above.'],
  ['start fails', 'could not start the stack. Its own message is above.'],
  ['old', 'The Supabase CLI is 2.75.0, and 3 or later is needed.'],
])('the fault "%s" of the CLI is reported in a sentence', (fault, sentence) => {
  const { cli, runs } = openStandIn({ fault })
  expect(() => openStack(cli, 'docker', quiet)).toThrow(sentence)
  expect(runs()).toBe(false)
})

test('a missing name in the status is reported, and the stack that was started is stopped', () => {
  const { cli, runs } = openStandIn({ status: { ...STATUS, MAILPIT_URL: '' } })
  expect(() => openStack(cli, 'docker', quiet)).toThrow(
    'The Supabase CLI does not name MAILPIT_URL in its status.',
  )
  expect(runs()).toBe(false)
})

test('the anon key is used if there is no publishable key', () => {
  const { cli } = openStandIn({ status: { ...STATUS, PUBLISHABLE_KEY: '' } })
  expect(openStack(cli, 'docker', quiet).stack.key).toBe(STATUS.ANON_KEY)
})

test('missing secrets are added, and existing ones are kept', () => {
  const file = join(temporaryFolder(), '.env')
  writeFileSync(file, 'RESEND_API_KEY=mine')
  const secret = prepareSecrets(file, 'docker', 'http://localhost:4300')
  const text = readFileSync(file, 'utf8')
  expect(parseEnv(text)).toEqual({
    RESEND_API_KEY: 'mine',
    SITE_URL: 'http://localhost:4300',
    TICK_SECRET: secret,
  })
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(prepareSecrets(file, 'native', 'http://localhost:4301')).toBe(secret)
  expect(readFileSync(file, 'utf8')).toBe(text)
})

test('functions send mail to the mailbox of the stack unless another mailer is set', () => {
  const file = join(temporaryFolder(), '.env')
  prepareSecrets(file, 'native', 'http://localhost:4300')
  expect(parseEnv(readFileSync(file, 'utf8')).SMTP_URL).toBe('smtp://127.0.0.1:54325')
})

const LINUX: Machine = {
  platform: 'linux',
  arch: 'x64',
  release: '6.8.0',
  glibc: '2.39',
  hasDocker: () => false,
}
const WITH_DOCKER: Machine = { ...LINUX, hasDocker: () => true }
const MAC: Machine = { ...LINUX, platform: 'darwin', arch: 'arm64', release: '23.0', glibc: '' }

test.each([
  ['Docker', WITH_DOCKER, 'docker'],
  ['a new glibc', LINUX, 'native'],
  ['macOS 14 on Apple Silicon', MAC, 'native'],
] as const)('with %s, the runtime is %s', (_, machine: Machine, runtime) => {
  expect(chooseRuntime(machine)).toBe(runtime)
})

test.each([
  [{ glibc: '2.36' }, 'it needs glibc 2.39 or later; this machine has 2.36.'],
  [{ glibc: undefined }, 'it needs glibc 2.39 or later; this machine has none.'],
  [{ ...MAC, release: '22.6.0' }, 'it needs macOS 14 or later.'],
  [{ ...MAC, arch: 'x64' }, 'there are no programs for darwin on x64.'],
  [{ platform: 'win32' }, 'there are no programs for win32 on x64.'],
] as const)(
  'on a machine without Docker, the error says what the native runtime lacks: %j',
  (lacks, sentence) => {
    const machine = { ...LINUX, ...lacks }
    expect(() => chooseRuntime(machine)).toThrow(/^Docker is not installed or does not run\. .*/)
    expect(() => chooseRuntime(machine)).toThrow(sentence)
    expect(() => chooseRuntime(machine, 'native')).toThrow(sentence)
  },
)

test('if Docker was requested and does not run, the error names the other runtime', () => {
  expect(() => chooseRuntime(LINUX, 'docker')).toThrow(
    'Start it, then try again, or use --supabase=native.',
  )
})
