import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// Chromium comes from outside: `npm test` finds or installs one and names it in CHROMIUM.
const chromium = process.env.CHROMIUM

const WAITS = ['learner/on-a-train.spec.ts', 'visitor/session-check.spec.ts', 'faults/soak.spec.ts']

const browser = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    // One process fewer, and less talk between them.
    '--in-process-gpu',
    '--disable-quic',
    // One site: its pages need not be kept apart from each other.
    '--disable-site-isolation-trials',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Each page is a short visit: code is thrown away before its optimising has paid off. A third of a load.
    '--js-flags=--no-opt --no-maglev',
    // No test depends on another site, and each fails at once.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ],
}

export default defineConfig({
  testDir: '.',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // Journeys wait a part of their time: one more keeps the cores busy. With two more all of them need a tenth more work.
  workers: availableParallelism() + 1,
  // Only what has gone wrong waits so long: a machine may be three times slower than another.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Nobody looks on: what moves only costs time.
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker keeps is no part of most journeys; those about it have a browser of their own (support/device.ts).
    serviceWorkers: 'block',
    // A trace of every journey costs more than the journey: ask for it where one has failed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: browser,
  },
  projects: [
    {
      // They wait for lines and servers that are silent: one after another, beside those that compute.
      name: 'waits',
      testMatch: WAITS,
      workers: 1,
    },
    {
      name: 'states',
      testMatch: 'accessibility.spec.ts',
    },
    {
      name: 'journeys',
      testIgnore: ['accessibility.spec.ts', 'gallery/**', ...WAITS],
    },
  ],
})
