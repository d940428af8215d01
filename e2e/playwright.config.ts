import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// `npm test` finds or installs Chromium, and sets its path in CHROMIUM.
const chromium = process.env.CHROMIUM

/** The pattern of test files that `npm test` leaves out (scripts/lib/wide-tests.mjs). */
const without = process.env.WITHOUT ? [process.env.WITHOUT] : []

/** The only hosts that a browser can resolve: those of this machine, and those that `npm run test:real` sets. */
const hosts = [process.env.E2E_URL, process.env.E2E_API_URL]
  .flatMap((address) => (address ? [new URL(address).hostname] : []))
  .concat('localhost', '127.0.0.1')

const browser = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // Runs the GPU code inside the browser process, which saves communication between processes.
    '--in-process-gpu',
    '--disable-quic',
    // All pages belong to one site, so they need no isolation from each other.
    '--disable-site-isolation-trials',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Pages are open only briefly, so optimising their code does not pay off. This makes a page load a third faster.
    '--js-flags=--no-opt --no-maglev',
    // No test depends on another site, so all other host names fail at once.
    `--host-resolver-rules=MAP * ~NOTFOUND, ${hosts.map((host) => `EXCLUDE ${host}`).join(', ')}`,
  ],
}

export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // Tests wait for a part of their time, so one worker more than there are cores keeps the cores busy. With two more,
  // each test takes a tenth longer.
  workers: availableParallelism() + 1,
  // Only a failing test takes this long. The limit allows for machines that are three times slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // Shorter than the limit of a test, so that a press fails while its page is open and the report can show the page.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    contextOptions: { reducedMotion: 'reduce' },
    // Most tests do not need the service worker. Tests about it use a separate browser (support/device.ts).
    serviceWorkers: 'block',
    // Tracing takes longer than the test itself, so turn it on only for a test that has failed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: browser,
  },
  projects: [
    {
      // These tests mostly wait for slow connections and silent servers. They run one after another, in parallel with
      // the other tests.
      name: 'waits',
      testMatch: '**/e2e/waits/**/*.spec.ts',
      testIgnore: without,
      workers: 1,
    },
    {
      name: 'states',
      testMatch: '**/e2e/states/**/*.spec.ts',
      testIgnore: without,
    },
    {
      name: 'journeys',
      testIgnore: ['**/e2e/{states,gallery,waits}/**', ...without],
    },
  ],
})
