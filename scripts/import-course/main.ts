import { basename, resolve } from 'node:path'
import { courseProblems } from '@rookies/data/course-import/course-problems'
import { importCourse } from '@rookies/data/course-import/import-course'
import { ROOT } from '@rookies/data/course-import/paths'
import type { ImportPayload } from '@rookies/data/course-import/payload'
import { readCourseFolder } from '@rookies/data/course-import/read-course-folder'
import { unwrap } from '@rookies/data/errors'
import { PlainError } from '../../supabase/local/src/plain-error'
import { type ImportArguments, readArguments, USAGE } from './arguments'
import { findCredentials } from './credentials'
import { count, issueLines, reportLines, summary } from './print-report'
import { ask } from './prompt'
import { readFolder } from './read-folder'
import { sentenceFor } from './sentences'
import { checkServer, openServer, type Server } from './server'
import { signInToImport } from './sign-in'

async function readCourse(args: ImportArguments, startedIn: string) {
  const path = resolve(startedIn, args.folder)
  const files = await readFolder(path)
  const { course, issues } = readCourseFolder(files, { folderName: basename(path), ...args.course })
  const problems = courseProblems(course)
  if (issues.length > 0) {
    const many = count(issues.length, 'thing')
    console.log(`${many} could not be taken as they stand:\n${issueLines(issues).join('\n')}\n`)
  }
  if (problems.length > 0) {
    throw new PlainError(`The course can't be imported. ${problems.join(' ')}`)
  }
  return course
}

/**
 * The course with what was not said on the command line: a new one gets the name of who imports it,
 * one that is there keeps its title.
 */
async function completed(
  payload: ImportPayload,
  told: ImportArguments['course'],
  server: Server,
  name: string | null,
): Promise<ImportPayload> {
  const { course, modules } = payload
  const known = unwrap(
    await server.client
      .from('courses')
      .select('title')
      .eq('slug', course.slug)
      .is('deleted_at', null)
      .maybeSingle(),
  )
  if (known === null) {
    const author = told.author_name ?? name
    return author ? { modules, course: { ...course, author_name: author } } : payload
  }
  const { title } = told.title === undefined ? known : course
  return {
    course: { ...course, title },
    modules: modules.map((each) => (each.source_path === ROOT ? { ...each, title } : each)),
  }
}

async function send(args: ImportArguments, course: ImportPayload, server: Server): Promise<void> {
  const who = await findCredentials(args, server.isLocal, process.stdin.isTTY ? ask : null)
  if (who.note !== null) console.log(`${who.note}\n`)
  const account = await signInToImport(server, who)
  try {
    const payload = await completed(course, args.course, server, account.name)
    const report = await importCourse(server.client, payload, args.dryRun)
    console.log(reportLines(report, payload).join('\n'))
    console.log(`\n${summary(report, payload)}`)
    if (args.dryRun) {
      console.log('This was a dry run: nothing was changed.')
    } else if (server.isLocal) {
      console.log(`See it at ${server.origin}/app/courses/${report.course.slug}`)
    }
  } finally {
    await server.client.auth.signOut({ scope: 'local' })
  }
}

/**
 * The command `npm run import-course`. Gives the exit code: 0 when the course was imported, or on a
 * dry run could be. Throws a PlainError with a sentence for everything that a person can put right.
 */
export async function runImport(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const args = readArguments(argv, env)
  if (args === null) {
    console.log(USAGE)
    return 0
  }
  // npm runs scripts in the project's folder; the person stood somewhere else.
  const course = await readCourse(args, env.INIT_CWD ?? process.cwd())
  const server = openServer(args.url, args.key)
  try {
    await checkServer(server)
    await send(args, course, server)
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(sentenceFor(error, server.origin))
  }
  return 0
}
