import { mkdir, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type EditableCourse,
  readEditableCourses,
} from '@rookies/data/course-editing/editable-courses'
import { courseFiles } from '@rookies/data/course-export/course-files'
import { exportCourse } from '@rookies/data/course-export/export-course'
import { readAssets } from '@rookies/data/course-export/read-assets'
import { formatCount } from '@rookies/data/wording'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'
import type { CommandWords } from '../course-command/command-words'
import { sentenceFor } from '../course-command/sentences'
import { type Session, withSession } from '../course-command/session'
import { type ExportArguments, readArguments, USAGE } from './arguments'
import { lookAtPlace, writeCourse } from './write-course'

const EXPORT: CommandWords = {
  doing: 'export',
  right: 'update',
  sentences: {
    BUSY: (origin) => `The server at ${origin} gave no proper answer. Export again in a moment.`,
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

/** What became of a course: `written`, `replaced` or `failed`, and a line that says so. */
async function exportOne(
  { server }: Session,
  { id, slug, title }: EditableCourse,
  folder: string,
  replace: boolean,
) {
  const line = (outcome: string, rest: string) => `  ${outcome.padEnd(8)}  ${rest}`
  try {
    // What is not going to be written is not asked for: each export is recorded.
    await lookAtPlace(folder, slug, replace)
    const exported = await exportCourse(server.client, id)
    const { course, modules } = exported
    const project = { url: server.origin, key: server.key }
    const assets = await readAssets({ project, client: server.client }, id, exported)
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
  // One after the other: a backup leaves the server to those who work with it.
  for (const course of courses) counts[await exportOne(session, course, folder, replace)] += 1
  const parts = Object.entries(counts).map(([outcome, many]) => `${many} ${outcome}`)
  console.log(
    `\n${formatCount(courses.length, 'course')}: ${parts.join(', ')}. They are in ${folder}.`,
  )
  return counts.failed > 0 ? 1 : 0
}

/**
 * The command `npm run export-courses`. Gives the exit code: 1 when a course could not be exported; the others are
 * written all the same. Throws a PlainError with a sentence for everything else that a person can put right.
 */
export async function runExport(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const args = readArguments(argv, env)
  if (args === null) {
    console.log(USAGE)
    return 0
  }
  // npm runs scripts in the project's folder; the person stood somewhere else.
  const folder = resolve(env.INIT_CWD ?? process.cwd(), args.folder)
  await refuseFile(folder)
  return withSession(args, EXPORT, (session) => exportAll(args, folder, session))
}
