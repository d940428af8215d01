// npm run check: checks the changes since the last commit before a person commits: formatting, lint, import
// walls, types, and the unit tests of each changed project. The types and `npm test` find what a change
// breaks elsewhere.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { installWhatIsMissing } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { runStages } from './lib/run-stages.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', name)

const changed = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .map((line) => line.slice(3))

/**
 * Every test of an app imports the whole app, so that each is related to every change. Only the tests of the
 * changed folder run, such as `src/features/course` or `src/ui`. In libraries, the tests that import a
 * changed file run.
 */
const unit = (project) => {
  const folders = changed.flatMap(
    (file) =>
      (file.startsWith(project) ? file : '').match(
        /^apps\/\w+\/(src\/(?:(?:features|resources|screens)\/)?[\w-]+)\//,
      )?.[1] ?? [],
  )
  const which = project.startsWith('apps/') ? [...new Set(folders)] : ['--changed']
  return {
    title: `Unit tests of ${project}`,
    command: bin('vitest'),
    args: ['run', '--passWithNoTests', ...which],
    cwd: project,
  }
}

installWhatIsMissing()
const { failed } = await runStages([
  ...['libs/data', 'libs/ui', 'apps/learner', 'apps/backoffice']
    .filter((project) => changed.some((file) => file.startsWith(`${project}/src/`)))
    .map(unit),
  {
    title: 'Types',
    command: bin('nx'),
    args: ['run-many', '-t', 'typecheck', '--output-style=static', '--parallel=2'],
  },
  { title: 'Format and lint', command: bin('biome'), args: ['ci', '.', '--error-on-warnings'] },
  { title: 'Migration order', command: process.execPath, args: ['scripts/migration-order.mjs'] },
  {
    title: 'Walls',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.mjs', 'apps', 'libs'],
  },
])
process.exit(failed > 0 ? 1 : 0)
