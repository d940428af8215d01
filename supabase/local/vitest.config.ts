import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['src/**/*.test.ts', '../../scripts/**/*.test.ts'],
    globalSetup: './src/testing/model-cluster.ts',
    // Most files start a PostgreSQL, so that as many run at the same time as the machine has cores.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 90_000,
    reporters: ['default', ['json', { outputFile: '../../test-results/backend.json' }]],
  },
})
