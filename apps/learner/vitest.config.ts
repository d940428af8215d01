import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      environment: 'jsdom',
      // The files share nothing that a test changes: modules are read once for each worker.
      isolate: false,
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      restoreMocks: true,
      testTimeout: 20_000,
      // Every test opens a browser of its own; Auth takes them for one.
      onConsoleLog: (log) => !log.includes('Multiple GoTrueClient instances'),
    },
  }),
)
