import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TRIALS } from './trials'

test('each test that the bench repeats with more cases exists', () => {
  const root = new URL('../../', import.meta.url)
  const files = TRIALS.flatMap(({ config, file }) => [config, file])
  expect(files.filter((file) => !existsSync(fileURLToPath(new URL(file, root))))).toEqual([])
})
