import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export type LogFile = { write(line: string): void; close(): void }

/**
 * A log that only its owner may read. Past `maxBytes` (5 MB) the file becomes `<name>.1` and a new
 * one begins, so a log and its predecessor never hold more than twice that.
 */
export function openLogFile(path: string, maxBytes = 5_000_000): LogFile {
  mkdirSync(dirname(path), { recursive: true })
  const open = () => openSync(path, 'a', 0o600)
  let file: number | undefined = open()
  let size = fstatSync(file).size
  return {
    write(line) {
      if (file === undefined) return
      if (size > maxBytes) {
        closeSync(file)
        renameSync(path, `${path}.1`)
        file = open()
        size = 0
      }
      size += writeSync(file, `${line}\n`)
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
