import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { measureEditor } from '../../e2e/bench/editor'
import { measurePaints } from '../../e2e/bench/paint'
import { findChromium } from '../lib/chromium.mjs'
import { fill, libraryThroughput, measureScreens, weighPages } from './database'
import { measureDueWork } from './due-work'
import { measureLive } from './live'
import { treeMemory } from './memory'
import { databaseUrl, type Server, signIn, startServer } from './server'
import { runStages, type Stage } from './stages'
import { type Figure, printTable } from './table'
import { answerBytes, requestsPerSecond } from './wire'

const root = fileURLToPath(new URL('../../', import.meta.url))

async function weights(): Promise<Figure[]> {
  const args = ['scripts/weights.mjs', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
  const figures = JSON.parse(stdout) as Record<string, { bytes: number; target: number }>
  return Object.entries(figures).map(([what, { bytes, target }]) => ({
    what: `${what}, gzip`,
    value: bytes / 1000,
    unit: 'kB',
    target: target / 1000,
  }))
}

/** Runs a test with more cases than `npm test` has; true if it passes. */
async function passes(config: string, file: string, cases: Record<string, string>) {
  const trial = spawn('node_modules/.bin/vitest', ['run', '--config', config, file], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...cases },
  })
  const [code] = await once(trial, 'exit')
  return code === 0
}

/** Runs the test that checks that each write over a bad connection is stored exactly once. */
async function lostWrites(): Promise<Figure> {
  const config = 'supabase/tests/wire.vitest.config.ts'
  return {
    what: 'Writes lost or doubled in 10,000 operations over a bad connection',
    value: (await passes(config, 'races/outbox', { OPERATIONS: '10000' })) ? 0 : 1,
    unit: '',
    target: 0,
  }
}

/** Runs the test that compares the database's moments of local times with two other calculations. */
async function wrongMoments(): Promise<Figure> {
  const config = 'supabase/tests/vitest.config.ts'
  return {
    what: 'Wrong moments in 100,000 schedules over all zones and clock changes of 2020–2035',
    value: (await passes(config, '430-moments', { SCHEDULES: '100000' })) ? 0 : 1,
    unit: '',
    target: 0,
  }
}

/** Runs the test in which reviewers claim, type and publish at random. */
async function wrongClaims(): Promise<Figure> {
  const config = 'supabase/tests/vitest.config.ts'
  return {
    what: 'Work reviewed twice, or set back, in 10,000 acts of reviewers at once',
    value: (await passes(config, '428-claims-by-chance', { CLAIMS: '10000' })) ? 0 : 1,
    unit: '',
    target: 0,
  }
}

/**
 * Gives the demo member ten courses, one of them with a hundred lessons, so that the size of the answers can
 * be measured.
 */
async function prepareAnswers(server: Server): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(server.dataDir, 'postgres') })
  await client.connect()
  await client.query(`
    insert into public.courses (title, slug, description, author_name, status, created_by_id)
    select 'Weighing course number ' || n, 'weighing-' || n,
      'A course with a description of an ordinary length, which says in two sentences what people will learn. This is the second.',
      'Ida Instructor', 'PUBLISHED', null from generate_series(1, 10) n;
    insert into public.modules (course_id, title, index)
    select id, 'Module ' || m, m from public.courses, generate_series(0, 4) m where slug like 'weighing-%';
    insert into public.lessons (module_id, title, index, content_type, duration_sec)
    select m.id, 'How the ' || n || 'th thing of this module is really done', n, 'TEXT', 60 * n
    from public.modules m join public.courses c on c.id = m.course_id, generate_series(1, 20) n where c.slug like 'weighing-%';
    delete from public.entitlements where user_id = (select id from public.profiles where email = 'member@rookies.test');
    insert into public.entitlements (user_id, course_id, granted_by_id)
    select p.id, c.id, null from public.profiles p, public.courses c where p.email = 'member@rookies.test' and c.slug like 'weighing-%';
    -- As autovacuum does a moment later: without it plans are made for tables that were all but empty.
    analyze;`)
  await client.end()
}

async function paints(server: Server): Promise<Figure[]> {
  const { screens, presses } = await measurePaints(server.url, server.session, findChromium())
  return [
    ...screens.flatMap(({ name, largest, shift }): Figure[] => [
      {
        what: `Largest contentful paint of the ${name}, cold, 9 Mbit/s, CPU slowed 4x`,
        value: largest,
        unit: 'ms',
        target: 1200,
      },
      { what: `  its layout shift`, value: shift, unit: '', target: 0.01 },
    ]),
    ...presses.map(
      ({ name, paint }): Figure => ({
        what: `Press to next paint: ${name}; CPU slowed 4x`,
        value: paint,
        unit: 'ms',
        target: 80,
      }),
    ),
  ]
}

/** Creates a course of twenty modules with fifty lessons each, and returns the path of its editor. */
async function prepareEditor(server: Server): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl(server.dataDir, 'postgres') })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(`
    with course as (
      insert into public.courses (title, slug, author_name, status, created_by_id)
      values ('A thousand lessons', 'a-thousand-lessons', 'Ida Instructor', 'DRAFT', null) returning id
    ), module as (
      insert into public.modules (course_id, title, index)
      select id, 'Module ' || m, m from course, generate_series(0, 19) m returning id
    ), lesson as (
      insert into public.lessons (module_id, title, index, content_type, duration_sec, description)
      select id, 'How the ' || n || 'th thing is really done', n, 'TEXT', 60 * n, 'Some words about it'
      from module, generate_series(0, 49) n
    )
    select id from course`)
  await client.end()
  return `/admin/courses/${rows[0]?.id}`
}

const EDITOR_STEPS = {
  load: 'while it loads',
  menu: 'when a menu is opened',
  rename: 'while a module is renamed',
  drag: 'when a drag begins',
}

async function editor(server: Server): Promise<Figure[]> {
  const path = await prepareEditor(server)
  const { tasks, nodes, dialog } = await measureEditor(
    server.url,
    await signIn(server.url, 'admin'),
    findChromium(),
    path,
  )
  return [
    ...Object.entries(EDITOR_STEPS).map(
      ([step, words]): Figure => ({
        what: `Editor of 1,000 lessons: longest task ${words}, CPU slowed 4x`,
        value: tasks[step as keyof typeof tasks],
        unit: 'ms',
      }),
    ),
    {
      what: '  from a lesson’s title to its filled dialog',
      value: dialog,
      unit: 'ms',
      target: 300,
    },
    { what: '  elements of the page at rest', value: nodes, unit: '', target: 6000 },
  ]
}

/** Empties the tables before a larger data set is filled in. */
async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('truncate auth.users, public.courses, public.audit_logs cascade')
  await client.end()
}

async function answers(server: Server): Promise<Figure[]> {
  await prepareAnswers(server)
  const rpc = (name: string) => `${server.url}/rest/v1/rpc/${name}`
  const outline = await answerBytes(rpc('course_outline'), server.token, { slug: 'weighing-1' })
  return [
    {
      what: 'Library answer for 10 courses',
      value: (await answerBytes(rpc('library'), server.token, {})) / 1000,
      unit: 'kB',
      target: 2,
    },
    { what: 'Outline of 100 lessons', value: outline / 1000, unit: 'kB', target: 12 },
  ]
}

/** Runs every benchmark and prints one table. A run takes about ten minutes, mostly to create people. */
export async function bench(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-bench-'))
  const small = 10_000
  const large = Number(process.env.BENCH_PEOPLE ?? 100_000)
  const admin = () => databaseUrl(dataDir, 'supabase_admin')
  const owner = () => databaseUrl(dataDir, 'postgres')
  const running: Server[] = []
  const server = () => {
    const [started] = running
    if (!started) throw new Error('The product does not run.')
    return started
  }
  let before: Awaited<ReturnType<typeof measureScreens>> = []

  const stages: Stage<Figure>[] = [
    { what: 'Weighing what a browser loads', run: weights },
    { what: 'Writing over a bad connection', run: async () => [await lostWrites()] },
    { what: 'Reading clocks in all zones', run: async () => [await wrongMoments()] },
    { what: 'Claiming by chance', run: async () => [await wrongClaims()] },
    {
      what: 'Starting on no data',
      async run() {
        const { seconds, stop } = await startServer(dataDir)
        await stop()
        const what = 'npm start on no data, until the library answers'
        return [{ what, value: seconds, unit: 's' }]
      },
    },
    {
      what: 'Starting on existing data',
      async run() {
        running.push(await startServer(dataDir))
        const memory = treeMemory(server().process.pid ?? 0)
        const figures: Figure[] = [
          {
            what: 'npm start on existing data, until the library answers',
            value: server().seconds,
            unit: 's',
            target: 5,
          },
        ]
        if (memory !== null) {
          figures.push({
            what: 'Memory of the whole backend at rest',
            value: memory,
            unit: 'MB',
            target: 400,
          })
        }
        return figures
      },
    },
    { what: 'Painting screens', run: () => paints(server()) },
    { what: 'Editing a course', run: () => editor(server()) },
    { what: 'Weighing answers', run: () => answers(server()) },
    {
      what: `Making ${small.toLocaleString('en')} people`,
      async run(reportProgress) {
        await fill(admin(), small, reportProgress)
        return []
      },
    },
    {
      what: 'Asking for their screens',
      async run(reportProgress) {
        before = await measureScreens(owner(), small, reportProgress)
        return []
      },
    },
    {
      what: `Making ${large.toLocaleString('en')} people`,
      async run(reportProgress) {
        await empty(admin())
        await fill(admin(), large, reportProgress)
        return []
      },
    },
    {
      what: 'Asking for their screens',
      async run(reportProgress) {
        const after = await measureScreens(owner(), large, reportProgress)
        return after.flatMap(({ what, p95, median, target, own }, i): Figure[] => [
          { what: `${what}, ${large} people`, value: p95, unit: 'ms', target },
          {
            what: `  its growth from ${small} people (median)`,
            value: median / (before[i]?.median ?? median),
            unit: 'x',
            // The cost of one person's data may not grow with the number of other people.
            ...(own && { target: 1.3 }),
          },
        ])
      },
    },
    {
      what: 'Weighing pages',
      async run() {
        const pages = await weighPages(owner())
        return pages.map(({ what, kilobytes }) => ({
          what: `${what}, bytes`,
          value: kilobytes,
          unit: 'kB',
          target: 12,
        }))
      },
    },
    {
      what: 'Asking for libraries',
      run: async () => [
        {
          what: 'Library in the database alone',
          value: await libraryThroughput(owner(), large),
          unit: '1/s',
          target: 1500,
          atLeast: true,
        },
        {
          what: 'Library through the gateway and PostgREST',
          value: await requestsPerSecond(server().url, large),
          unit: '1/s',
        },
      ],
    },
    { what: 'Taking out due work', run: () => measureDueWork(admin()) },
    { what: 'Sending notifications', run: () => measureLive(server()) },
  ]
  try {
    printTable(await runStages(stages, process.stderr))
  } finally {
    for (const { stop } of running) await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
