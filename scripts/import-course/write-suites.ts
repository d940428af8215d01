import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClassroomSuite } from '@rookies/course-format/assignment-file'
import type { ExportedFile } from '@rookies/course-format/write-course'
import { PlainError } from '../../supabase/local/src/plain-error'
import { writeFiles } from '../export-courses/write-files'
import { MAX_MINUTES } from '../grading/suite'

const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** @throws PlainError if there is no suite to write, or a folder of that name exists */
export function checkSuites(folder: string, suites: readonly ClassroomSuite[]): void {
  if (suites.length === 0) {
    throw new PlainError(
      'There is no test of GitHub Classroom in the folder, so there is no suite.',
    )
  }
  const taken = suites.find(({ name }) => existsSync(join(folder, name)))
  if (taken === undefined) return
  throw new PlainError(`${join(folder, taken.name)} exists. Remove it, or name another folder.`)
}

/**
 * Writes each suite to a folder with its name. `npm run new-suite` adds such a folder to a grading repository. A suite
 * contains the script run-tests.mjs, which runs the tests.
 */
export async function writeSuites(
  folder: string,
  suites: readonly ClassroomSuite[],
): Promise<void> {
  const runner = await readFile(join(import.meta.dirname, 'run-tests.mjs'), 'utf8')
  for (const { name, tests, paths, files } of suites) {
    const minutes = tests.reduce((sum, { timeout }) => sum + timeout, 0)
    const settings = {
      ...{ suite: name, language: 'command', paths, run: 'node run-tests.mjs' },
      ...{ minutes: Math.min(Math.ceil(minutes), MAX_MINUTES), report: 'tap' },
    }
    const copied: ExportedFile[] = []
    for (const { path, read } of files) {
      const bytes = await read()
      if (bytes) copied.push({ path, bytes: new Uint8Array(bytes) })
    }
    await writeFiles(join(folder, name), [
      ...copied,
      { path: 'suite.json', text: asJson(settings) },
      { path: 'tests.json', text: asJson(tests) },
      { path: 'run-tests.mjs', text: runner },
    ])
  }
}
