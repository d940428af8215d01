import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { PlainError } from '../plain-error'
import { temporaryFolder } from '../testing/temporary-folder'
import { isDataDir, prepareDataDir, removeDrafts } from './data-dir'

test('a data folder is created with its parents, and recognized again', () => {
  const path = join(temporaryFolder(), 'deep', 'data')
  const dataDir = prepareDataDir(path)
  expect(prepareDataDir(path)).toBe(dataDir)
  expect(isDataDir(dataDir)).toBe(true)
  expect(readdirSync(dataDir)).toEqual(['rookies.json'])
})

test('temporary files of killed processes are removed once no running process can need them', () => {
  const dataDir = prepareDataDir(temporaryFolder())
  const uuid = '0b9cf1e0-8a4b-4b0e-9d0a-0123456789ab'
  const drafts = ['.probe-7', `lock.${uuid}`, 'passwords.json.7', 'rookies.json.7']
  const others = ['lock', 'passwords.json', 'passwords.json.mine', 'postgres', 'rookies.json']
  for (const name of [...drafts, ...others]) writeFileSync(join(dataDir, name), '')
  removeDrafts(dataDir)
  expect(readdirSync(dataDir).sort()).toEqual([...drafts, ...others].sort())
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
  removeDrafts(dataDir)
  vi.restoreAllMocks()
  expect(readdirSync(dataDir).sort()).toEqual(others)
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
