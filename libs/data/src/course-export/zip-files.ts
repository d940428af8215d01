import { type Zippable, zipSync } from 'fflate'
import { type ExportedFile, fileBytes } from './exported-file'

/** In: files. Out: a zip of them, in their order; the same files always give the same bytes. */
export function zipFiles(files: ExportedFile[]): Uint8Array<ArrayBuffer> {
  // The earliest moment that a zip can name, in local time as zips do: the day of the export leaves no trace.
  const mtime = new Date(1980, 0, 1)
  const entries: Zippable = Object.fromEntries(
    // Pictures and archives are packed already.
    files.map((file) => [file.path, [fileBytes(file), { mtime, level: 'bytes' in file ? 0 : 9 }]]),
  )
  return zipSync(entries)
}
