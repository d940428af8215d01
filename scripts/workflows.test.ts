import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { complaints, readWorkflow } from './testing/read-workflow'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')
const { engines, scripts } = JSON.parse(read('package.json')) as {
  engines: { node: string }
  scripts: Record<string, string>
}

interface Workflow {
  permissions: Record<string, string>
  jobs: Record<
    string,
    {
      'timeout-minutes'?: string
      strategy?: { matrix?: { include?: Record<string, string>[] } }
      steps: { uses?: string; run?: string }[]
    }
  >
}

const names = readdirSync(`${root}.github/workflows`)
const workflows = names.map(
  (name) => [name, readWorkflow(name, read(`.github/workflows/${name}`)) as Workflow] as const,
)

test.each(names)('GitHub can read %s', async (name) => {
  const text = read(`.github/workflows/${name}`)
  expect(await complaints(name, text)).toEqual([])
  // The parser must find this fault, or the check above would mean nothing.
  expect(await complaints(name, text.replace('runs-on:', 'run-on:'))).not.toEqual([])
})

test.each(workflows)(
  '%s has only read permission, a time limit, and actions of pinned versions',
  (_, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    for (const { steps, ...job } of Object.values(workflow.jobs)) {
      expect(Number(job['timeout-minutes'])).toBeLessThanOrEqual(60)
      for (const { uses } of steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/)
    }
  },
)

test.each(workflows)('%s calls only npm scripts that exist', (_, { jobs }) => {
  const calls = Object.values(jobs).flatMap(({ steps, strategy }) => {
    const commands = strategy?.matrix?.include?.map(({ command = '' }) => command) ?? []
    const runs = steps.flatMap(({ run }) => run ?? [])
    return runs.flatMap((run) => (run.includes(' matrix.command ') ? commands : run))
  })
  expect(calls.length).toBeGreaterThan(0)
  const called = calls.map((call) => /^npm (?:run )?([\w:-]+)(?: -- [^\n]+)?$/.exec(call)?.[1])
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called))
})

test('CI runs everything on the Node.js version of .nvmrc, and npm test on the other supported versions', () => {
  const named = read('.nvmrc').trim()
  const { jobs } = Object.fromEntries(workflows)['ci.yml'] as Workflow
  const runs = jobs.test?.strategy?.matrix?.include ?? []
  const of = (part: string) =>
    runs.flatMap(({ command, node }) => (command?.startsWith(part) ? node : [])).sort()
  expect(new Set(of('npm run test:all'))).toEqual(new Set([named]))
  const allowed = [...engines.node.matchAll(/(\d+)\.\d+\.\d+/g)].map(([, major]) => major)
  expect([...of('npm test'), named]).toEqual(allowed)
  const pages = ['README.md', 'CONTRIBUTING.md', 'docs/machines.md']
  expect(pages.filter((page) => !read(page).includes(`Node.js ${named}`))).toEqual([])
})
