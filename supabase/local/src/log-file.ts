import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDiskFull } from './disk-full'

export type LogFile = { write(line: string): void; close(): void }

/**
 * A log that only its owner may read. Past `maxBytes` (5 MB) the file becomes `<name>.1` and a new
 * one begins, so a log and its predecessor never hold more than twice that. Lines for which the disk has no room are
 * left out: nothing else is to end for want of them.
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
