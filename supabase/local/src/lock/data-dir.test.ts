import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PlainError } from '../plain-error'
import { temporaryFolder } from '../testing/temporary-folder'
import { isDataDir, prepareDataDir } from './data-dir'

test('a data folder is created with its parents, and recognized again', () => {
  const path = join(temporaryFolder(), 'deep', 'data')
  const dataDir = prepareDataDir(path)
  expect(prepareDataDir(path)).toBe(dataDir)
  expect(isDataDir(dataDir)).toBe(true)
  expect(readdirSync(dataDir)).toEqual(['rookies.json'])
})

test('a folder that is not writable is reported in a sentence', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'data'), '/proc/rookies/data']) {
    const attempt = () => prepareDataDir(path)
    expect(attempt).toThrow(PlainError)
    expect(attempt).toThrow(/is not writable .* Choose another with ROOKIES_DATA/)
  }
})

test.each(['{"format":99}', 'not json'])(
  'a folder with the marker %s belongs to another version',
  (marker) => {
    const path = join(temporaryFolder(), 'data')
    mkdirSync(path)
    writeFileSync(join(path, 'rookies.json'), marker)
    expect(() => prepareDataDir(path)).toThrow(/another version of Rookies.*npm run reset/)
  },
)
