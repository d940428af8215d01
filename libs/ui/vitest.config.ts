import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    // The files share nothing that a test changes: modules are read once for each worker.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    // Style sheets are left out of tests, but for those that a test reads as text.
    css: { include: /(?:tokens|accents|markdown|code)\.css\?raw/ },
  },
})
