import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts'],
    // A busy machine is slow. Tests that measure time compare it with another measurement instead of a limit.
    testTimeout: 20_000,
    // The files share nothing that a test changes: modules are read once for each worker.
    isolate: false,
  },
})
