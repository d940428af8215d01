import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// Chromium comes from outside: `npm test` finds or installs one and names it in CHROMIUM.
const chromium = process.env.CHROMIUM

/** What `npm test` leaves out (scripts/lib/wide-tests.mjs). */
const without = process.env.WITHOUT ? [process.env.WITHOUT] : []

/** The only hosts that a browser finds: those of this machine, and those that `npm run test:real` names. */
const hosts = [process.env.E2E_URL, process.env.E2E_API_URL]
  .flatMap((address) => (address ? [new URL(address).hostname] : []))
  .concat('localhost', '127.0.0.1')

const browser = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // One process fewer means less communication between processes.
    '--in-process-gpu',
    '--disable-quic',
    // All pages belong to one site and need no isolation from each other.
    '--disable-site-isolation-trials',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Each page is a short visit, in which optimised code does not pay off. This saves a third of a page load.
    '--js-flags=--no-opt --no-maglev',
    // No test depends on another site, so every other name fails at once.
    `--host-resolver-rules=MAP * ~NOTFOUND, ${hosts.map((host) => `EXCLUDE ${host}`).join(', ')}`,
  ],
}

export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // Journeys spend part of their time waiting, so one worker more than there are cores keeps them busy. With two
  // more, every journey needs a tenth more work.
  workers: availableParallelism() + 1,
  // Only a failing test waits this long; another machine may be three times slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // A press that waits longer than this fails while its page is still open, so that the report can say what it shows.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    contextOptions: { reducedMotion: 'reduce' },
    // Most journeys do not need the service worker; those about it have a browser of their own (support/device.ts).
    serviceWorkers: 'block',
    // Tracing every journey takes longer than the journey; turn it on for one that has failed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: browser,
  },
  projects: [
    {
      // These journeys wait for slow connections and silent servers, so they run one after another beside the others.
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
