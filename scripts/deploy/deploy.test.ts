import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseConfig } from '../../supabase/local/src/config'
import { PlainError } from '../../supabase/local/src/plain-error'
import { temporaryFolder } from '../../supabase/local/src/testing/temporary-folder'
import { differs, failed, ok } from '../doctor/finding'
import { deploy } from './deploy'
import { hostedConfig } from './hosted-config'
import { productionEnvironment } from './production-environment'
import { mailSender, readSettings, type Settings, storeSecrets } from './settings'
import { findingsToLacks, runSteps, type Step } from './step'
import { secrets } from './steps/secrets'
import { openTarget } from './target'
import { openStandInProject, REF, TOKEN } from './testing/stand-in-project'

const config = readFileSync(
  fileURLToPath(new URL('../../supabase/config.toml', import.meta.url)),
  'utf8',
)

const COMPLETE: Settings = {
  SUPABASE_ACCESS_TOKEN: TOKEN,
  SUPABASE_PROJECT_REF: REF,
  SUPABASE_DB_PASSWORD: 'a b#c',
  SITE_URL: 'https://learn.example.org',
  MAIL_FROM: 'A school <hello@example.org>',
  SMTP_URL: 'smtps://user:p%40ss@mail.example.org:465',
}

function fileOf(settings: Record<string, string | undefined>): string {
  const file = join(temporaryFolder(), '.env.production')
  const lines = Object.entries(settings).map(([name, value]) => `${name}="${value}"`)
  writeFileSync(file, lines.join('\n'))
  return file
}

const lacksOf = (changed: Record<string, string>) =>
  readSettings({}, fileOf({ ...COMPLETE, ...changed })).lacks

test('settings are read from the file, and those in the environment take precedence', () => {
  const file = fileOf(COMPLETE)
  const { settings, lacks } = readSettings({ SITE_URL: 'https://other.example.org/' }, file)
  expect(lacks).toEqual([])
  expect(settings).toMatchObject({ ...COMPLETE, SITE_URL: 'https://other.example.org' })
})

/** Checks a project with the settings of a file, and returns the output. */
async function checkWith(file: string): Promise<string> {
  const said: string[] = []
  const code = await deploy(['--check'], {
    env: {},
    file,
    build: { isBuilt: () => true, build: async () => {} },
    agrees: async () => false,
    say: (line) => said.push(line),
  })
  expect(code).toBe(1)
  return said.join('\n')
}

test('without settings, the command names each missing one and prints a file to begin with', async () => {
  const file = join(temporaryFolder(), '.env.production')
  const text = await checkWith(file)
  for (const name of Object.keys(COMPLETE)) expect(text).toContain(`${name}`)
  const [, example = ''] = text.split('such as:\n\n')
  writeFileSync(file, example)
  // Placeholders of the example count as missing settings.
  expect(readSettings({}, file).lacks.map((lack) => lack.split('. ', 1)[0])).toEqual([
    'SUPABASE_ACCESS_TOKEN is missing',
    'SUPABASE_PROJECT_REF is missing',
    'SITE_URL is missing',
    'MAIL_FROM is missing',
    'SUPABASE_DB_PASSWORD is missing',
    'SMTP_URL or RESEND_API_KEY is missing',
  ])
})

test('if the file exists, the command asks to correct it and does not print the example', async () => {
  const text = await checkWith(fileOf({ ...COMPLETE, MAIL_FROM: '' }))
  expect(text).toContain('MAIL_FROM is missing.')
  expect(text).toContain('Correct them in .env.production.')
  expect(text).not.toContain('such as:')
})

test.each([
  [{ SUPABASE_ACCESS_TOKEN: 'eyJ' }, 'SUPABASE_ACCESS_TOKEN is wrong. It is a token that begins'],
  [{ SUPABASE_PROJECT_REF: 'My school' }, 'SUPABASE_PROJECT_REF is wrong. It is the 20 letters'],
  [{ SITE_URL: 'learn.example.org' }, 'SITE_URL is wrong. It is the address of the product'],
  [{ SITE_URL: 'http://learn.example.org' }, 'SITE_URL is wrong.'],
  [{ SITE_URL: 'https://example.org/learn' }, 'SITE_URL is wrong.'],
  [{ MAIL_FROM: 'A school' }, 'MAIL_FROM is wrong. It is the sender'],
  [{ SMTP_URL: '' }, 'SMTP_URL or RESEND_API_KEY is missing.'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL is wrong. It is an address such as smtps://'],
  [{ SMTP_URL: 'smtp://mail.example.org' }, 'SMTP_URL has port 587, which hosted functions cannot'],
  [{ SUPABASE_DB_PASSWORD: '' }, 'SUPABASE_DB_PASSWORD is missing.'],
  [
    { DATABASE_URL: 'postgresql://postgres:x@db.xyz.supabase.co/postgres' },
    `The settings name several: DATABASE_URL names xyz, VITE_SUPABASE_URL names ${REF}`,
  ],
])('invalid settings are reported: %j', (changed, sentence) => {
  const [lack, ...more] = lacksOf(changed)
  expect(lack).toContain(sentence)
  expect(more).toEqual([])
})

test.each([
  ['hello@example.org', { name: 'hello@example.org', address: 'hello@example.org' }],
  ['A school <hello@example.org>', { name: 'A school', address: 'hello@example.org' }],
  ['"School, Ltd." <hello@example.org>', { name: 'School, Ltd.', address: 'hello@example.org' }],
  ['A school hello@example.org', undefined],
  ['<hello@localhost>', undefined],
])('the sender %s is parsed', (from, sender) => {
  expect(mailSender(from)).toEqual(sender)
})

test('the block of the project in config.toml is filled in from the settings, and the rest is unchanged', () => {
  const text = hostedConfig(config, COMPLETE)
  const hosted = parseConfig(text, { project: REF })
  const here = parseConfig(config)
  expect(hosted.auth).toEqual({
    ...here.auth,
    siteUrl: 'https://learn.example.org',
    redirectUrls: ['https://learn.example.org/login', 'https://learn.example.org/reset-password'],
  })
  expect(parseConfig(text)).toEqual(here)
  expect(text).toContain(
    '[remotes.production.auth.email.smtp]\nenabled = true\nhost = "mail.example.org"\nport = 465\nuser = "user"\npass = "p@ss"\nadmin_email = "hello@example.org"\nsender_name = "A school"\n',
  )
  expect(hostedConfig(config, { ...COMPLETE, SMTP_URL: '', RESEND_API_KEY: 're_x' })).toContain(
    'host = "smtp.resend.com"\nport = 465\nuser = "resend"\npass = "re_x"\n',
  )
})

test('a config.toml that already has a block for the project is refused', () => {
  const written = `${config}\n[remotes.production]\nproject_id = "${REF}"\n`
  expect(() => hostedConfig(written, COMPLETE)).toThrow('Delete it: the settings take its place.')
})

/** Returns a step that lacks something until it has acted. */
function step(name: string, change: Partial<Step> = {}): Step & { acts: () => number } {
  let acts = 0
  return {
    acts: () => acts,
    name,
    plan: `make ${name}`,
    look: async () => (acts > 0 ? [] : [`${name} is missing.`]),
    async act() {
      acts++
    },
    ...change,
  }
}

async function run(steps: Step[], { check = false, agrees = true } = {}) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const options = { check, agrees: async () => agrees, say }
  const missing = await runSteps(steps, options).catch((error) => String(error.message))
  return { missing, said }
}

test('a deployment announces each step before it acts, and a second deployment does nothing', async () => {
  const steps = [step('a'), step('b')]
  const { missing, said } = await run(steps)
  expect(missing).toEqual([])
  expect(said).toEqual(
    ['a', 'b'].flatMap((name) => [
      `✗ ${name}`,
      `    ${name} is missing.`,
      `  It is going to make ${name}.`,
      `✓ ${name}`,
    ]),
  )
  expect((await run(steps)).said).toEqual(['✓ a', '✓ b'])
  expect(steps.map(({ acts }) => acts())).toEqual([1, 1])
})

test('a check lists what is missing and changes nothing', async () => {
  const failing = step('c', { look: () => Promise.reject(new Error('no answer.')) })
  const steps = [step('a'), step('b'), failing]
  const { missing } = await run(steps, { check: true })
  expect(missing).toEqual(['a: a is missing.', 'b: b is missing.', 'c: no answer.'])
  expect(steps.map(({ acts }) => acts())).toEqual([0, 0, 0])
})

test('a check stops at a step without which later steps cannot be checked', async () => {
  const steps = [step('a', { isFirst: true }), step('b')]
  expect((await run(steps, { check: true })).missing).toEqual(['a: a is missing.'])
})

test('a refusal, a failed step, and a step for a person each stop a deployment, which says how to continue', async () => {
  const after = step('b')
  expect((await run([step('a'), after], { agrees: false })).missing).toContain('to go on from here')
  const failing = { act: () => Promise.reject(new Error('refused')) }
  expect((await run([step('a', failing), after])).missing).toBe(
    'a: refused\nStopped. Correct it. Then run npm run deploy again: it goes on from here.',
  )
  const first = { act: undefined, isFirst: true }
  expect((await run([step('a', first), after])).missing).toContain('Correct what is said above.')
  expect(after.acts()).toBe(0)
})

test('findings of the doctor are printed without the advice to run npm run deploy', () => {
  const findings = [
    ok('a', 'fine'),
    differs('b', 'It is old. Run: npm run deploy'),
    failed('c', 'no'),
  ]
  expect(findingsToLacks(findings)).toEqual(['b: It is old.', 'c: no'])
})

test('a deployment reports what is missing after a step, and continues with the next steps', async () => {
  const deaf = step('a', { look: async () => ['It says no.'] })
  const after = step('b')
  expect((await run([deaf, after])).missing).toEqual(['a: It says no.'])
  expect(after.acts()).toBe(1)
})

test('the command creates secrets once, stores them, and notices other values in the project', async () => {
  const project = await openStandInProject()
  const file = fileOf({ ...COMPLETE, SUPABASE_API_URL: project.url })
  const open = (env: NodeJS.ProcessEnv = {}) => {
    const target = openTarget(readSettings(env, file).settings, {})
    target.close()
    return secrets(target, file)
  }
  const first = open()
  expect(await first.look()).toContain('TICK_SECRET has to be made.')
  await first.act?.()
  expect(await first.look()).toEqual([])
  expect(await open().look()).toEqual([])
  const kept = readSettings({}, file).settings
  expect(kept.TICK_SECRET).toMatch(/^[\da-f]{64}$/)
  expect(kept.SEND_EMAIL_HOOK_SECRET).toMatch(/^v1,whsec_[\w+/]{43}=$/)
  expect(project.secrets.get('TICK_SECRET')).toBe(kept.TICK_SECRET)

  const moved = open({ SITE_URL: 'https://new.example.org' })
  expect(await moved.look()).toEqual(['SITE_URL has another value.'])
  // If a project's digests are of an unknown kind, only names can be compared.
  project.secrets.set('SUPABASE_URL', 'of another kind')
  expect(await open({ SITE_URL: 'https://new.example.org' }).look()).toEqual([])
})

test('a mailer that was removed from the settings is removed from the project, because functions use the first mailer they find', async () => {
  const project = await openStandInProject()
  const { SMTP_URL = '', ...others } = COMPLETE
  const file = fileOf({ ...others, RESEND_API_KEY: 're_x', SUPABASE_API_URL: project.url })
  const target = openTarget(readSettings({}, file).settings, {})
  target.close()
  project.secrets.set('SMTP_URL', SMTP_URL)
  const step = secrets(target, file)
  expect(await step.look()).toContain('SMTP_URL is set, and not in the settings.')
  await step.act?.()
  expect([...project.secrets.keys()].sort()).toEqual([
    'MAIL_FROM',
    'RESEND_API_KEY',
    'SEND_EMAIL_HOOK_SECRET',
    'SITE_URL',
    'SUPABASE_URL',
    'TICK_SECRET',
  ])
  expect(await step.look()).toEqual([])
})

test('other commands connect to the project that the file names, by its pooler and publishable key', async () => {
  const project = await openStandInProject()
  const file = fileOf({ ...COMPLETE, SUPABASE_API_URL: project.url })
  expect(await productionEnvironment({}, file)).toMatchObject({
    DATABASE_URL: `postgresql://postgres.${REF}:a%20b%23c@aws-0-eu-central-1.pooler.supabase.com:5432/postgres`,
    VITE_SUPABASE_URL: `https://${REF}.supabase.co`,
    VITE_SUPABASE_KEY: 'sb_publishable_x',
    SITE_URL: COMPLETE.SITE_URL,
  })
  await expect(productionEnvironment({}, fileOf({}))).rejects.toThrow('MAIL_FROM is missing.')
  const unknown = fileOf({
    ...COMPLETE,
    SUPABASE_ACCESS_TOKEN: 'sbp_other',
    SUPABASE_API_URL: project.url,
  })
  await expect(productionEnvironment({}, unknown)).rejects.toEqual(
    new PlainError(
      'Supabase does not know SUPABASE_ACCESS_TOKEN. Make another one in your account.',
    ),
  )
})

test('secrets are added to the file on lines of their own, even if its last line has no line break', () => {
  const file = fileOf({ A: 'x' })
  storeSecrets(file, { B: 'y' })
  expect(readFileSync(file, 'utf8')).toBe('A="x"\nB="y"\n')
})
