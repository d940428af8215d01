import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// Chromium comes from outside: `npm test` finds or installs one and names it in CHROMIUM.
const chromium = process.env.CHROMIUM

export default defineConfig({
  testDir: '.',
  testIgnore: 'gallery/**',
  globalSetup: './support/global-setup.ts',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: true,
  // A journey that passes only sometimes is a bug, and fails on a developer's machine. CI tries it once
  // more and lists it as flaky, so that a busy machine does not hold back everyone's work.
  retries: process.env.CI ? 1 : 0,
  workers: availableParallelism(),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // A trace of every journey costs more than the journey: ask for it where one has failed.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No test depends on another site, and each fails at once.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
})
