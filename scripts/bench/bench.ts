import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { measureEditor } from '../../e2e/bench/editor'
import { measurePaints } from '../../e2e/bench/paint'
import { findChromium } from '../lib/chromium.mjs'
import { readPeople } from './arguments'
import { dataStages } from './data-stages'
import { type Extent, withConnection } from './database'
import { memoryFigure, treeMemory } from './memory'
import { databaseUrl, type Server, signIn, startServer } from './server'
import { runStages, type Stage } from './stages'
import { type Figure, report } from './table'
import { TRIALS } from './trials'

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

/**
 * Runs one of these tests and returns how many cases went wrong: none if the test passes, else the number that it
 * prints.
 */
async function countWrongCases({
  what,
  config,
  file,
  cases,
}: (typeof TRIALS)[number]): Promise<Figure> {
  const args = ['run', '--config', config, file]
  const trial = spawn('node_modules/.bin/vitest', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...Object.fromEntries([cases.split('=')]) },
  })
  const [code] = await once(trial, 'exit')
  if (code !== 0)
    throw new Error(`Its test failed. Repeat it: ${cases} npx vitest ${args.join(' ')}`)
  return { what, value: 0, unit: '', target: 0 }
}

async function paints(server: Server): Promise<Figure[]> {
  const { screens, presses } = await measurePaints(server.url, server.session, findChromium(), 5)
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
  const { rows } = await withConnection(databaseUrl(server.dataDir, 'postgres'), (client) =>
    client.query<{ id: string }>(`
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
    select id from course`),
  )
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

/**
 * Measures everything and prints one table, even if some of it fails.
 * @param args the arguments of `npm run bench --`
 * @returns the exit code: 1 if something could not be measured
 */
export async function runBench(args: string[]): Promise<number> {
  const extent: Extent = { people: readPeople(args), courses: 200, callers: 200, seconds: 5 }
  const dataDir = await mkdtemp(join(tmpdir(), 'rookies-bench-'))
  const running: Server[] = []
  const server = () => {
    const [started] = running
    if (!started) throw new Error('The product does not run.')
    return started
  }

  const stages: Stage<Figure>[] = [
    { what: 'Weighing what a browser loads', run: weights },
    ...TRIALS.map((trial) => ({
      what: trial.stage,
      run: async () => [await countWrongCases(trial)],
    })),
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
        const { seconds, pid } = server()
        const what = 'npm start on existing data, until the library answers'
        return [
          { what, value: seconds, unit: 's', target: 5 },
          ...memoryFigure('Memory of the whole backend at rest', treeMemory(pid), 400),
        ]
      },
    },
    { what: 'Painting screens', run: () => paints(server()) },
    { what: 'Editing a course', run: () => editor(server()) },
    ...dataStages(server, extent),
  ]
  try {
    const { results, failures } = await runStages(stages, process.stderr)
    console.log(report(extent, results, failures))
    return failures.length > 0 ? 1 : 0
  } finally {
    for (const { stop } of running) await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
