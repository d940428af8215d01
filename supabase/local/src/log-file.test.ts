import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogFile } from './log-file'
import { temporaryFolder } from './testing/temporary-folder'

/** Returns two letters for a number. Lines with different letters are not repetitions of each other. */
const letters = (n: number) => String.fromCharCode(103 + (n % 20), 103 + Math.floor(n / 20))

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

  const log = openLogFile(path, { maxBytes: 100 })
  for (let line = 0; line < 100; line++) log.write(`${letters(line)} line ${line}`)
  log.close()
  const [now, before] = [path, `${path}.1`].map((file) => readFileSync(file, 'utf8'))
  expect(now).toMatch(/line 99\n$/)
  expect((now ?? '').length + (before ?? '').length).toBeLessThan(250)
})

test('repeated lines are counted, even if their numbers differ', () => {
  const path = join(temporaryFolder(), 'backend.log')
  const log = openLogFile(path)
  for (let n = 0; n < 2_000; n++) log.write(`${1_000 + n} calendar: answered ${500 + (n % 5)}`)
  log.write('something else')
  for (let n = 0; n < 2_000; n++) log.write(`unsubscribe of ${crypto.randomUUID()}: no answer`)
  log.close()
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines.slice(0, 6)).toEqual([
    ...[0, 1, 2, 3, 4].map((n) => `${1_000 + n} calendar: answered ${500 + n}`),
    'something else',
  ])
  expect(lines).toHaveLength(13)
  expect(lines.slice(-2)).toEqual([
    '2999 calendar: answered 504 (and 1994 more like it before)',
    expect.stringMatching(/^unsubscribe of .*: no answer \(and 1994 more like it before\)$/),
  ])
})
