import { UnreadableError } from '@rookies/data/zip/zip-directory'
import {
  type CollectedFiles,
  collectFiles,
  type ReadableFile,
  type ReadingOptions,
} from './collect-files'
import { isUnreadFile } from './paths'

/** A file that a person chose or dropped, with its path from the chosen folder. */
export interface PickedFile {
  path: string
  file: Blob
}

/**
 * Reads the texts of a folder that was chosen in a browser. Throws UnreadableError with a sentence if there is nothing
 * to read or too much, and the reason of the signal if reading was aborted.
 */
export async function readPickedFiles(
  picked: PickedFile[],
  options?: ReadingOptions,
): Promise<CollectedFiles> {
  const [first] = picked
  if (first === undefined) throw new UnreadableError('The folder is empty.')
  // macOS gives names with accents as separate characters; all other paths have composed characters (NFC).
  const name = (first.path.split('/')[0] ?? '').normalize('NFC')
  const found: ReadableFile[] = picked
    .map(({ path, file }) => ({
      path: path.normalize('NFC').slice(name.length + 1),
      size: file.size,
      read: () =>
        file.arrayBuffer().then(
          (bytes) => new Uint8Array(bytes),
          () => null,
        ),
    }))
    .filter(({ path }) => !isUnreadFile(path))
  return collectFiles(name, found, options)
}
