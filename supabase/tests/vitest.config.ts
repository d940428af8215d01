import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['*.test.ts', 'wide/*.test.ts'],
    globalSetup: './global-setup.ts',
    // All files share one database, and some change its settings, so that they run one at a time.
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: '../../test-results/database.json' }]],
  },
})
