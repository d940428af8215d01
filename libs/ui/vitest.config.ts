import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    // Tests leave no changed state in modules, so each worker loads the modules once for all files.
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}'],
    // A long limit for slow machines. Tests that measure time compare it with another measurement, not with a limit.
    testTimeout: 20_000,
    // Tests leave out style sheets, except those that a test reads as text.
    css: { include: /(?:tokens|accents|markdown|boxes|code|code-colours)\.css\?raw/ },
  },
})
