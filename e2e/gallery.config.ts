import { defineConfig } from '@playwright/test'
import base from './playwright.config'

/** The pictures of `npm run gallery`; no part of `npm test`. */
export default defineConfig({
  ...base,
  projects: [{ testMatch: '*.spec.ts' }],
  testDir: './gallery',
  reporter: [['dot']],
  use: { ...base.use, trace: 'off', screenshot: 'off' },
})
