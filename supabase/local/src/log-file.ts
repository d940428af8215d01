import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDiskFull } from './disk-full'

export type LogFile = { write(line: string): void; close(): void }

/**
 * Opens a log that only its owner may read. Beyond `maxBytes` (5 MB) the file is renamed to `<name>.1`, so
 * that both never exceed twice that size. Lines are dropped while the disk is full, because a missing line
 * must not stop the backend.
 */
export function openLogFile(path: string, maxBytes = 5_000_000): LogFile {
  mkdirSync(dirname(path), { recursive: true })
  const open = () => openSync(path, 'a', 0o600)
  let file: number | undefined = open()
  let size = fstatSync(file).size
  let isClosed = false
  return {
    write(line) {
      if (isClosed) return
      try {
        if (size > maxBytes) {
          if (file !== undefined) closeSync(file)
          file = undefined
          renameSync(path, `${path}.1`)
          size = 0
        }
        file ??= open()
        size += writeSync(file, `${line}\n`)
      } catch (error) {
        if (!isDiskFull(error)) throw error
      }
    },
    close() {
      isClosed = true
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
