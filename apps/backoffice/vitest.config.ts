import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config'

const root = import.meta.dirname
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join('src', name).replaceAll('\\', '/'))

/** A mock replaces only modules that no earlier file has loaded, so that each of these files loads its own. */
const mocking = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('vi.mock('))

export default mergeConfig(
  vite,
  defineConfig({
    test: {
      environment: 'jsdom',
      setupFiles: ['src/test/setup.ts'],
      // jsdom renders antd's components slowly, and more slowly under load.
      testTimeout: 60_000,
      projects: [
        { extends: true, test: { name: 'mocking', include: mocking } },
        // The other files share no state that a test changes, so each worker loads antd once.
        {
          extends: true,
          test: {
            name: 'sharing',
            include: files.filter((file) => !mocking.includes(file)),
            isolate: false,
          },
        },
      ],
    },
  }),
)
