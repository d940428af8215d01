import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrl, readPasswords } from '../../../supabase/local/src/postgres/secrets'
import { openScratchDatabase } from '../../../supabase/local/src/scratch-database'
import { temporaryFolder } from '../../../supabase/local/src/testing/temporary-folder'
import { STAND_IN } from '../../hosted/testing/extensions'
import { deploy } from '../deploy'
import { openStandInProject, REF, TOKEN } from '../testing/stand-in-project'

// Uses the real Supabase CLI, a database like a hosted one, and a stand-in for the management API.

/** Opens a project without migrations, whose database can have the extensions of a hosted one. */
async function openEmptyProject() {
  const project = await openStandInProject()
  const empty = temporaryFolder()
  mkdirSync(join(empty, 'migrations'))
  const { url, dir, close } = await openScratchDatabase({ defaults: 'nothing', supabaseDir: empty })
  const port = Number(new URL(url).port)
  const admin = new pg.Client(databaseUrl('supabase_admin', readPasswords(dir), port))
  await admin.connect()
  onTestFinished(async () => {
    await admin.end()
    await close()
  })
  await admin.query(STAND_IN)
  // The extensions are registered as existing, because this PostgreSQL does not contain them.
  await admin.query(`set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 90000 + row_number() over (), name, 10, 'extensions'::regnamespace, false, '1'
    from unnest(array['supabase_vault', 'pg_cron', 'pg_net']) name`)
  const file = join(temporaryFolder(), '.env.production')
  writeFileSync(
    file,
    [
      `SUPABASE_ACCESS_TOKEN=${TOKEN}`,
      `SUPABASE_PROJECT_REF=${REF}`,
      `SUPABASE_API_URL=${project.url}`,
      `VITE_SUPABASE_URL=${project.url}`,
      `DATABASE_URL=${url}`,
      'SITE_URL=https://learn.example.org',
      'MAIL_FROM="A school <hello@example.org>"',
      'RESEND_API_KEY=re_x',
    ].join('\n'),
  )
  return { project, admin, file }
}

/** Runs the command, and returns its result and the first letter of each line about a step. */
function machineFor(file: string) {
  const { PATH, HOME } = process.env
  const env: NodeJS.ProcessEnv = { PATH, HOME }
  const built: string[] = []
  let failure = ''
  const state = () => `${env.VITE_SUPABASE_URL} ${env.VITE_SUPABASE_KEY}`
  const build = {
    isBuilt: () => built.at(-1) === state(),
    build: async () => {
      if (failure) throw new Error(failure)
      built.push(state())
    },
  }
  return {
    built,
    failBuild: (sentence: string) => {
      failure = sentence
    },
    async run(...args: string[]) {
      const printed: string[] = []
      const say = (line: string) => void printed.push(line)
      const machine = { env, file, build, say, agrees: async () => false }
      const code = await deploy(args, machine).catch((error) => String(error.message))
      const lines = (mark: string) =>
        printed.filter((line) => line.startsWith(mark)).map((line) => line.slice(2))
      return { code, done: lines('✓'), lacking: lines('✗'), text: printed.join('\n') }
    },
  }
}

/** Time limit for all deployments of this test on a busy machine. */
const TIME_LIMIT_MS = 300_000

const STEPS = [
  'migrations',
  'secrets of the functions',
  'functions',
  'settings of Auth, the API and storage',
  'schedule of the worker',
  'build of the apps',
]
const BEFORE = ['settings', 'the project']
const GO_ON = 'Stopped. Correct it. Then run npm run deploy again: it goes on from here.'

test(
  'each step of a first deployment can fail and be repeated, and a deployment after the last one changes nothing',
  async () => {
    const { project, admin, file } = await openEmptyProject()
    const { run, built, failBuild } = machineFor(file)
    const changes = () => project.asked.filter((call) => !call.startsWith('GET'))

    project.status = 'INACTIVE'
    const paused = await run('--yes')
    expect(paused.text).toContain('It is INACTIVE, not ACTIVE_HEALTHY.')
    expect(paused.code).toContain('Correct what is said above.')
    project.status = 'ACTIVE_HEALTHY'

    expect(await run('--check')).toMatchObject({ code: 1, done: BEFORE, lacking: STEPS })
    expect((await run()).code).toBe(
      'Stopped before this step. Run npm run deploy again to go on from here.',
    )
    expect(changes()).toEqual([])

    // These statements make the first migration fail, because it creates the same schema.
    await admin.query('create schema private; create table public.settings ()')
    const obstacles: [name: string, place: () => unknown, remove: () => unknown][] = [
      [
        'migrations',
        () => {},
        () => admin.query('drop schema private; drop table public.settings'),
      ],
      refusing('secrets of the functions', 'POST /secrets'),
      refusing('functions', 'PUT /functions'),
      refusing('settings of Auth, the API and storage', 'PATCH /config/auth'),
      [
        'schedule of the worker',
        () => admin.query('alter function cron.schedule rename to gone'),
        () => admin.query('alter function cron.gone rename to schedule'),
      ],
      ['build of the apps', () => failBuild('no space'), () => failBuild('')],
    ]
    for (const [name, place, remove] of obstacles) {
      await place()
      const { code, lacking } = await run('--yes')
      expect(code).toMatch(new RegExp(`^${name}: `))
      expect(code).toContain(GO_ON)
      // The step before was repaired, and this step has failed.
      expect(lacking.at(-1)).toBe(name)
      await remove()
    }
    expect(readFileSync(file, 'utf8').match(/^TICK_SECRET=/gm)).toHaveLength(1)

    const finished = await run('--yes')
    expect(finished).toMatchObject({ code: 0, lacking: ['build of the apps'] })
    expect(finished.done).toEqual([...BEFORE, ...STEPS, 'doctor'])
    expect(finished.text).toContain('npm run admin -- --production <email>')
    expect(built).toEqual([`${project.url} sb_publishable_x`])

    const before = changes().length
    expect(await run('--yes')).toMatchObject({ code: 0, lacking: [] })
    expect(changes()).toHaveLength(before)
    expect(built).toHaveLength(1)

    // The project is changed after the deployment.
    project.functions.delete('tick')
    project.functions.set('unsubscribe', {
      ...project.functions.get('unsubscribe'),
      entrypoint_path: 'file:///tmp/source/index.ts',
    })
    project.auth.site_url = 'http://localhost:3000'
    await admin.query(`update vault.secrets set secret = 'other' where name = 'tick_secret'`)
    const differing = await run('--check')
    expect(differing).toMatchObject({
      code: 1,
      lacking: ['functions', 'settings of Auth, the API and storage', 'schedule of the worker'],
    })
    expect(differing.text).toContain('tick is not deployed.')
    expect(differing.text).toContain('unsubscribe is deployed in another version.')
    expect(differing.text).toContain('Vault has another TICK_SECRET than the functions.')
    expect(await run('--yes')).toMatchObject({ code: 0, lacking: differing.lacking })

    // If a person deletes a secret from the file, the command creates a new one for the file and the project.
    const kept = readFileSync(file, 'utf8')
    writeFileSync(file, kept.replace(/^SEND_EMAIL_HOOK_SECRET=.*\n/m, ''))
    expect(await run('--yes')).toMatchObject({
      code: 0,
      lacking: ['secrets of the functions', 'settings of Auth, the API and storage'],
    })
    expect(project.auth.hook_send_email_secrets).toBe(project.secrets.get('SEND_EMAIL_HOOK_SECRET'))

    function refusing(name: string, call: string): (typeof obstacles)[number] {
      const place = (now: string) => () => {
        project.broken = now
      }
      return [name, place(call), place('')]
    }
  },
  TIME_LIMIT_MS,
)
