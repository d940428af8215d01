import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathProblem } from '@rookies/course-format/paths'
import { type ExportedFile, fileBytes } from '@rookies/course-format/write-course'
import { PlainError } from '../../supabase/local/src/plain-error'

/** Writes files below a folder. @throws PlainError before the first write if a path leads out of the folder */
export async function writeFiles(folder: string, files: readonly ExportedFile[]): Promise<void> {
  for (const { path } of files) {
    const problem = pathProblem(path)
    // The paths come from the server, and must not lead to other places on this machine.
    if (problem !== null) throw new PlainError(`A file of the course ${problem}.`)
  }
  for (const file of files) {
    const path = join(folder, file.path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, fileBytes(file))
  }
}
