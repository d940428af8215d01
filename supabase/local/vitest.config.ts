import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // An `--exclude` applies below the root only.
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['supabase/local/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: './supabase/local/src/testing/model-cluster.ts',
    // Most files start a PostgreSQL, so that as many run at the same time as the machine has cores.
    maxWorkers: availableParallelism(),
    // The parser imports JSON in a way that only a bundler supports.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // Other work on the machine may delay an answer by seconds.
    expect: { poll: { timeout: 20_000 } },
    reporters: ['default', ['json', { outputFile: 'test-results/backend.json' }]],
  },
})
