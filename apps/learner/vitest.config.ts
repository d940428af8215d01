import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      // Tests leave no changed state in modules, so each worker loads the modules once for all files. To replace a
      // function of a module, a test uses a spy, because `vi.mock` does not replace a module that an earlier file has
      // loaded.
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
