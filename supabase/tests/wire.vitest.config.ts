import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run test:real` does not overwrite the report of `npm test`. */
const report = process.env.PROJECT_UNDER_TEST ? 'real-wire.json' : 'wire.json'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['{agreement,attacks,races}/**/*.test.ts'],
    globalSetup: './wire/global-setup.ts',
    // All files share one backend, and some change its settings and policies, so that they run one at a time.
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: `../../test-results/${report}` }]],
  },
})
