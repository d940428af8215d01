import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    // The test files share no state that a test changes, so each worker loads the modules once.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    // A busy machine is slow. Tests that measure time compare it with another measurement instead of a limit.
    testTimeout: 20_000,
    // Tests leave out style sheets, except those that a test reads as text.
    css: { include: /(?:tokens|accents|markdown|boxes|code|code-colours)\.css\?raw/ },
  },
})
