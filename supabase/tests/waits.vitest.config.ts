import { defineConfig } from 'vitest/config'
import wire from './wire.vitest.config'

/** Apart from the other tests over the wire, for these compare times and run with nothing beside them. */
export default defineConfig({
  ...wire,
  test: {
    ...wire.test,
    include: ['waits/*.test.ts'],
    reporters: ['default', ['json', { outputFile: '../../test-results/waits.json' }]],
  },
})
