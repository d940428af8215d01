import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findChromium } from './chromium.mjs'
import { load } from './load.mjs'
import { root } from './root.mjs'
import { runStages } from './run-stages.mjs'
import { TEST_CONFIGS } from './test-configs.mjs'
import { EMBEDDED_TESTS } from './wide-tests.mjs'

const WIRE = 'test-results/real-wire.json'
const JOURNEYS = 'test-results/e2e.json'

/**
 * Runs the tests over the wire and ten journeys against the project that the environment names, and prints the
 * failures and the listed differences that occurred. Returns whether everything passed.
 *
 * @param {string[]} words if given, only tests whose file contains one of the words run
 * @param {string} dataDir data folder of the embedded backend on this machine
 */
export async function testReal(words, dataDir) {
  const { checkProject, namedProject } = await load('scripts/test-real/named-project.ts')
  const { observedDifferences, describeDifferences } = await load(
    'scripts/test-real/differences.ts',
  )
  const project = await namedProject(process.env, dataDir)
  await checkProject(project, process.env.ROOKIES_TEST_ANYWAY === '1')
  console.log(`Testing ${project.site} with the API at ${project.url}`)

  for (const file of [WIRE, JOURNEYS]) rmSync(join(root, file), { force: true })
  const env = { PROJECT_UNDER_TEST: JSON.stringify(project) }
  const stages = [
    // This stage runs first, because the others leave thousands of courses, which lists of screens would begin with.
    {
      title: 'Ten journeys in a browser',
      command: 'playwright',
      args: [
        ...['test', '--config', 'e2e/playwright.config.ts', '--project', 'journeys'],
        ...['--grep', '@real', '--pass-with-no-tests', ...words],
      ],
      env: {
        ...env,
        CHROMIUM: findChromium(),
        E2E_URL: project.site,
        E2E_API_URL: project.url,
        E2E_KEY: project.anonKey,
        E2E_DATABASE_URL: project.databaseUrl,
        E2E_MAIL_URL: project.mailUrl,
      },
      reports: [JOURNEYS],
      beside: [],
    },
    {
      title: 'Over the wire',
      command: 'vitest',
      args: [
        ...['run', '--config', TEST_CONFIGS.wire.config, '--exclude', EMBEDDED_TESTS],
        ...['--passWithNoTests', ...words],
      ],
      env,
      reports: [WIRE],
      beside: [],
    },
  ]
  const { passed, failed } = await runStages(stages)
  const file = join(root, WIRE)
  const answers = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] }
  console.log(`\nWhere we differ on purpose (docs/security.md)\n${describeDifferences(answers)}`)
  const { differs } = observedDifferences(answers)
  console.log(`\n${passed} passed, ${failed} failed, ${differs.length} of the listed differences`)
  return failed === 0
}
