import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config'

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      // Test files share no state that a test changes, so they run in one context and each worker loads antd only
      // once. A test therefore replaces functions of modules by spies: `vi.mock` would not replace a module that an
      // earlier file has loaded.
      isolate: false,
      restoreMocks: true,
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/test/setup.ts'],
      // jsdom renders antd's components slowly, and more slowly under load.
      testTimeout: 120_000,
    },
  }),
)
