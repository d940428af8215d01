import { defineConfig } from '@playwright/test'
import base from './playwright.config'

/** The pictures of `npm run gallery`; no part of `npm test`. */
export default defineConfig(base, {
  testDir: './gallery',
  testIgnore: [],
  reporter: [['dot']],
  use: { trace: 'off', screenshot: 'off' },
})
