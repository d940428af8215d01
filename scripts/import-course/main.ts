import { resolve } from 'node:path'
import type { ClassroomSuite } from '@rookies/course-format/assignment-file'
import { courseProblems } from '@rookies/course-format/course-problems'
import { provableLessons, proveExercises } from '@rookies/course-format/prove-exercises'
import { readCourseFolder } from '@rookies/course-format/read-course-folder'
import { completeCourse } from '@rookies/data/course-import/complete-course'
import { importCourse } from '@rookies/data/course-import/import-course'
import type { ReadCourse } from '@rookies/data/course-import/payload'
import { type LoadedAsset, loadAssets, placeAssets } from '@rookies/data/course-import/place-assets'
import { withSlug } from '@rookies/data/course-import/proposed-slug'
import { sendLessons } from '@rookies/data/course-import/send-lessons'
import { sendWhole } from '@rookies/data/files/send-whole'
import { runExercise } from '@rookies/exercise-engine/run'
import { PlainError } from '../../supabase/local/src/plain-error'
import { type Session, withSession } from '../course-command/session'
import { type ImportArguments, readArguments, USAGE } from './arguments'
import { count, issueLines, proofLines, reportLines, summary } from './print-report'
import { progressLines, waitWithProgress } from './progress'
import { readFolder } from './read-folder'
import { IMPORT } from './texts'
import { checkSuites, writeSuites } from './write-suites'

/** The texts of a folder, and the files to which the texts refer. */
interface ReadFiles {
  read: ReadCourse
  assets: LoadedAsset[]
  suites: ClassroomSuite[]
}

async function readCourse(args: ImportArguments, startedIn: string): Promise<ReadFiles> {
  const collected = await readFolder(resolve(startedIn, args.folder), {
    onProgress: progressLines('Reading', 'files'),
  })
  const read = readCourseFolder(collected.files, { folderName: collected.name, ...args.course })
  const issues = [...collected.issues, ...read.issues]
  const { course, modules } = read.course
  // If the title gives no slug, one is suggested after the server is known.
  const problems = courseProblems({
    modules,
    course: { ...course, slug: course.slug || 'course-1' },
  })
  if (issues.length > 0) {
    const many = count(issues.length, 'thing')
    const they = issues.length === 1 ? 'needs' : 'need'
    const lines = issueLines(issues, args.verbose).join('\n')
    console.log(`${many} ${they} attention; the import goes on.\n${lines}\n`)
  }
  if (problems.length > 0) {
    throw new PlainError(`The course can't be imported. ${problems.join(' ')}`)
  }
  await proveAloud(read, args.verbose)
  const { suites } = collected
  if (args.suites !== undefined) checkSuites(resolve(startedIn, args.suites), suites)
  return { read, suites, assets: await loadAssets(collected.assets, read.assets) }
}

/** Checks the exercises of a course on this machine, and prints how many pass and what the others need. */
async function proveAloud({ course }: ReadCourse, verbose: boolean): Promise<void> {
  if (provableLessons(course).length === 0) return
  const onProgress = progressLines('Proving', 'exercises')
  const report = await proveExercises(course, runExercise, { onProgress })
  console.log(`${proofLines(report, verbose).join('\n')}\n`)
}

async function send(
  { dryRun, missing, verbose }: ImportArguments,
  { read, assets }: ReadFiles,
  { server, account }: Session,
): Promise<void> {
  const named = await withSlug(server.client, read)
  const { read: placed, toSend } = await placeAssets(server.client, named, assets)
  if (!dryRun) {
    const tell = progressLines('Sending', 'files')
    await sendWhole({ url: server.origin, key: server.key }, server.client, toSend, (done) =>
      tell({ done, total: toSend.length }),
    )
  }
  const payload = await completeCourse(server.client, placed, account.name)
  const sent = await sendLessons(
    server.client,
    payload.modules,
    progressLines('Sending', 'lessons'),
  )
  const report = await waitWithProgress(
    dryRun ? 'Checking' : 'Importing, all or none',
    importCourse(server.client, payload, sent, { dryRun, missing }),
  )
  console.log(reportLines(report, payload, missing, verbose).join('\n'))
  console.log(`\n${summary(report, payload, missing)}`)
  if (!verbose) console.log('Use --verbose to list each lesson and each place.')
  if (dryRun) {
    console.log('This was a dry run: nothing was changed.')
  } else if (server.isLocal) {
    console.log(`See it at ${server.origin}/app/courses/${report.course.slug}`)
  }
}

/**
 * Runs `npm run import-course`. Returns the exit code: 0 if the course was imported, or if a dry run found that it
 * can be imported.
 * @throws PlainError with a sentence for every error that a person can correct
 */
export async function runImport(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const args = readArguments(argv, env)
  if (args === null) {
    console.log(USAGE)
    return 0
  }
  // npm runs scripts in the project's folder; INIT_CWD is the caller's folder.
  const startedIn = env.INIT_CWD ?? process.cwd()
  const files = await readCourse(args, startedIn)
  await withSession(args, IMPORT, (session) => send(args, files, session))
  if (args.suites === undefined) return 0
  const names = files.suites.map(({ name }) => name).join(', ')
  if (args.dryRun) console.log(`Suites that would be written to ${args.suites}: ${names}`)
  else {
    await writeSuites(resolve(startedIn, args.suites), files.suites)
    console.log(`Suites written to ${args.suites}: ${names}. Give each to npm run new-suite.`)
  }
  return 0
}
