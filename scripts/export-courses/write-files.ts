import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ExportedFile, fileBytes } from '@rookies/data/course-export/exported-file'
import { pathProblem } from '@rookies/data/course-import/paths'
import { PlainError } from '../../supabase/local/src/plain-error'

/** Writes files below a folder. Throws a PlainError before anything is written where a path leads out of it. */
export async function writeFiles(folder: string, files: readonly ExportedFile[]): Promise<void> {
  for (const { path } of files) {
    const problem = pathProblem(path)
    // The server named it: whatever that is, it decides about no other place on this machine.
    if (problem !== null) throw new PlainError(`A file of the course ${problem}.`)
  }
  for (const file of files) {
    const path = join(folder, file.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, fileBytes(file))
  }
}
