import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['src/**/*.test.ts'],
    // The files share nothing that a test changes: modules are read once for each worker.
    isolate: false,
  },
})
