import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commandOf, commandQuery, namesPath } from './processes'

test('the command line of a process is asked of the system', () => {
  const [program, args] = commandQuery(process.pid, 'darwin')
  const { stdout } = spawnSync(program, args, { encoding: 'utf8' })
  expect(stdout.trim()).toBe(commandOf(process.pid))
  expect(commandQuery(12, 'win32')).toEqual([
    'powershell',
    expect.arrayContaining([expect.stringContaining("'ProcessId=12'")]),
  ])
})

test('a data folder is found in a command line as each system writes it', () => {
  const posix = 'postgres -D /home/me/.rookies/postgres -c port=1'
  expect(namesPath(posix, '/home/me/.rookies/postgres', 'linux')).toBe(true)
  expect(namesPath(posix, '/home/me/.rookies', 'linux')).toBe(false)
  expect(namesPath(posix, '/home/me/.Rookies/postgres', 'darwin')).toBe(false)
  const windows = '"C:/Users/Me/x/bin/postgres.exe" -D "C:/Users/Me/.rookies/postgres" -c port=1'
  expect(namesPath(windows, 'c:\\users\\me\\.rookies\\postgres', 'win32')).toBe(true)
  expect(namesPath(windows, 'C:\\Users\\Me\\.rookies', 'win32')).toBe(false)
})
