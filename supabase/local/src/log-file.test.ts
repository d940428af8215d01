import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile } from './log-file'
import { temporaryFolder } from './testing/temporary-folder'

test('a log continues after a restart, is readable only for its owner, and stays below twice its limit', () => {
  const path = join(temporaryFolder(), 'logs', 'backend.log')
  for (const text of ['one', 'two']) {
    const log = openLogFile(path)
    log.write(text)
    log.close()
    log.write('after the end')
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)

  const log = openLogFile(path, 100)
  for (let line = 0; line < 100; line++) log.write(`line ${line}`)
  log.close()
  const [now, before] = [path, `${path}.1`].map((file) => readFileSync(file, 'utf8'))
  expect(now).toMatch(/line 99\n$/)
  expect((now ?? '').length + (before ?? '').length).toBeLessThan(250)
})
