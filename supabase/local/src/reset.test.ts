import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reset } from './reset'
import { temporaryFolder } from './testing/temporary-folder'

test('does nothing without data, and keeps a folder that is not a data folder', async () => {
  const dir = temporaryFolder()
  expect(await reset(join(dir, 'missing'))).toEqual([])
  expect(await reset(dir)).toEqual([])
  mkdirSync(join(dir, 'mail'))
  await expect(reset(dir)).rejects.toThrow('is not a data folder of Rookies; nothing was deleted.')
  expect(readdirSync(dir)).toEqual(['mail'])
})
