import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['agreement/*.test.ts', 'attacks/*.test.ts', 'races/*.test.ts'],
    globalSetup: './wire/global-setup.ts',
    // One backend, whose settings and policies some tests turn: one file at a time.
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: '../../test-results/wire.json' }]],
  },
})
