import { defineConfig } from 'vitest/config'
import wire from './wire.vitest.config'

/** These tests measure times, so that they run separately from the other tests over the wire. */
export default defineConfig({
  ...wire,
  test: {
    ...wire.test,
    include: ['waits/wide/*.test.ts'],
    reporters: ['default', ['json', { outputFile: '../../test-results/waits.json' }]],
  },
})
