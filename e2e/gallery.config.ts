import { defineConfig } from '@playwright/test'
import base from './playwright.config'

/** Takes the pictures of `npm run gallery`; not part of `npm test`. */
export default defineConfig({
  ...base,
  projects: [{ testMatch: '*.spec.ts' }],
  testDir: './gallery',
  reporter: [['dot']],
  use: { ...base.use, trace: 'off', screenshot: 'off' },
})
