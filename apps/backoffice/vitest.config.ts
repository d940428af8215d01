import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config'

const src = new URL('./src/', import.meta.url)

/** A mock replaces only modules that no earlier file has loaded, so that each of these files loads its own. */
const mocking = readdirSync(fileURLToPath(src), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.test\.tsx?$/.test(name))
  .filter((name) => readFileSync(new URL(name, src), 'utf8').includes('vi.mock('))
  .map((name) => `src/${name}`)

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/test/setup.ts'],
      // jsdom renders antd's components slowly, and more slowly under load.
      testTimeout: 120_000,
      projects: [
        { extends: true, test: { name: 'mocking', include: mocking } },
        // The other files share no state that a test changes, so each worker loads antd once.
        {
          extends: true,
          test: {
            name: 'sharing',
            include: ['src/**/*.test.{ts,tsx}'],
            exclude: mocking,
            isolate: false,
          },
        },
      ],
    },
  }),
)
