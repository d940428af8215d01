import {
  type CollectedFiles,
  collectFiles,
  type ReadableFile,
  type ReadingOptions,
  UnreadableError,
} from './collect-files'
import { isJunkFile } from './paths'

/** A file that a person chose or dropped, and its path with the chosen folder's name in front. */
export interface PickedFile {
  path: string
  file: Blob
}

/**
 * In: the files of a folder that was chosen in a browser. Out: its texts. Throws UnreadableError with a
 * sentence when there is nothing to read or too much, and what the signal says when it was stopped.
 */
export async function readPickedFiles(
  picked: PickedFile[],
  options?: ReadingOptions,
): Promise<CollectedFiles> {
  const [first] = picked
  if (first === undefined) throw new UnreadableError('The folder is empty.')
  // macOS gives letters and their accents apart; paths are told as their lessons are known by.
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
    .filter(({ path }) => !isJunkFile(path))
  return collectFiles(name, found, options)
}
