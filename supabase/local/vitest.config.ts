import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['src/**/*.test.ts', '../../scripts/**/*.test.ts'],
    // Most files start a PostgreSQL of their own; two at a time is what a small machine takes.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    reporters: ['default', ['json', { outputFile: '../../test-results/backend.json' }]],
  },
})
