import { mkdir, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { courseFiles } from '@rookies/course-format/write-course'
import {
  type EditableCourse,
  readEditableCourses,
} from '@rookies/data/course-editing/editable-courses'
import { exportCourse } from '@rookies/data/course-export/export-course'
import { formatCount } from '@rookies/data/wording'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'
import type { CommandTexts } from '../course-command/command-messages'
import { sentenceFor } from '../course-command/sentences'
import { type Session, withSession } from '../course-command/session'
import { type ExportArguments, readArguments, USAGE } from './arguments'
import { hasEarlierExport, writeCourse } from './write-course'

const EXPORT: CommandTexts = {
  doing: 'export',
  right: 'update',
  sentences: {
    BUSY: (origin) =>
      `The server at ${origin} did not answer as expected. Export again in a moment.`,
  },
}

async function refuseFile(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory() === false) throw new PlainError(`${folder} is a file, not a folder.`)
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new PlainError(`${folder} can't be made (${errorCode(error) ?? 'unknown reason'}).`)
  })
}

/** Exports a course. Returns the result, `written`, `replaced` or `failed`, and a line about it. */
async function exportOne(
  { server }: Session,
  { id, slug, title }: EditableCourse,
  folder: string,
  replace: boolean,
) {
  const line = (outcome: string, rest: string) => `  ${outcome.padEnd(8)}  ${rest}`
  try {
    // The destination is checked before the export, because the server records each export.
    await hasEarlierExport(folder, slug, replace)
    const project = { url: server.origin, key: server.key }
    const { exported, assets } = await exportCourse({ project, client: server.client }, id)
    const { course, modules } = exported
    const files = courseFiles(exported, assets)
    const outcome = await writeCourse(folder, course.slug, files, replace)
    const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0)
    const holds = [
      formatCount(modules.length, 'module'),
      formatCount(lessons, 'lesson'),
      ...(assets.length > 0 ? [formatCount(assets.length, 'file')] : []),
    ].join(', ')
    console.log(line(outcome, `${course.slug}  ${course.title} (${holds})`))
    return outcome
  } catch (error) {
    const why =
      error instanceof PlainError ? error.message : sentenceFor(error, server.origin, EXPORT)
    console.error(line('failed', `${slug}  ${title}: ${why}`))
    return 'failed'
  }
}

async function exportAll(
  { replace }: ExportArguments,
  folder: string,
  session: Session,
): Promise<number> {
  const { server, account, permissions } = session
  const courses = await readEditableCourses(server.client, permissions, account.id)
  if (courses.length === 0) {
    console.log(`There is no course that ${account.email} may edit.`)
    return 0
  }
  await makeFolder(folder)
  const counts = { written: 0, replaced: 0, failed: 0 }
  // Courses are exported one at a time, so that the server stays free for other people.
  for (const course of courses) counts[await exportOne(session, course, folder, replace)] += 1
  const parts = Object.entries(counts).map(([outcome, many]) => `${many} ${outcome}`)
  console.log(
    `\n${formatCount(courses.length, 'course')}: ${parts.join(', ')}. They are in ${folder}.`,
  )
  return counts.failed > 0 ? 1 : 0
}

/**
 * Runs `npm run export-courses`. Returns the exit code: 1 if a course could not be exported; the other courses are
 * written nevertheless.
 * @throws PlainError with a sentence for every other error that a person can correct
 */
export async function runExport(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const args = readArguments(argv, env)
  if (args === null) {
    console.log(USAGE)
    return 0
  }
  // npm runs scripts in the project's folder; INIT_CWD is the caller's folder.
  const folder = resolve(env.INIT_CWD ?? process.cwd(), args.folder)
  await refuseFile(folder)
  return withSession(args, EXPORT, (session) => exportAll(args, folder, session))
}
