import { type Zippable, zipSync } from 'fflate'
import { type ExportedFile, fileBytes } from './exported-file'

/** Returns a zip of the files in their order; the same files always give the same bytes. */
export function zipFiles(files: ExportedFile[]): Uint8Array<ArrayBuffer> {
  // The earliest time in a zip, which is local time, so that the date of the export leaves no trace.
  const mtime = new Date(1980, 0, 1)
  const entries: Zippable = Object.fromEntries(
    // Pictures and archives are already compressed.
    files.map((file) => [file.path, [fileBytes(file), { mtime, level: 'bytes' in file ? 0 : 9 }]]),
  )
  return zipSync(entries)
}
