import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      // The test files share no state that a test changes, so each worker loads the modules once. Therefore a test
      // replaces a function of a module by a spy: `vi.mock` would not replace a module that an earlier file has loaded.
      isolate: false,
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      restoreMocks: true,
      testTimeout: 120_000,
      // Each test creates its own Auth client, and Auth warns about several clients in one browser.
      onConsoleLog: (log) => !log.includes('Multiple GoTrueClient instances'),
    },
  }),
)
