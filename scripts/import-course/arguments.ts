import { parseArgs } from 'node:util'
import type { CourseOptions } from '@rookies/course-format/read-course-folder'
import type { MissingChoice } from '@rookies/data/course-import/import-course'
import {
  oneFolder,
  orUsage,
  SERVER_OPTIONS,
  SERVER_USAGE,
  type ServerArguments,
  serverArguments,
} from '../course-command/server-arguments'

export const USAGE = `Usage: npm run import-course -- <folder> [options]

A folder of Markdown, or a zip of one, becomes a course: folders are modules, files are lessons.
Run it again after an edit: it updates in place, and completions stay.

  --title <text>        the course's title; a new course is called after its folder otherwise
  --slug <text>         its address, /courses/<slug>; made from the title otherwise
  --description <text>  what the course is about
  --author <text>       the instructor's name; yours for a new course
  --category <text>
  --publish             publish it; a new course is a draft otherwise
  --remove-missing      move lessons that are not in the folder to the bin; they are kept otherwise
  --suites <folder>     also write the tests of GitHub Classroom there, a suite for each assignment
  --dry-run             say what would happen and change nothing
  --verbose             name each lesson, and each place that needs attention

${SERVER_USAGE}`

export interface ImportArguments extends ServerArguments {
  folder: string
  course: Omit<CourseOptions, 'folderName'>
  /** Where the suites of GitHub Classroom's assignments are written; missing if they are not. */
  suites?: string | undefined
  dryRun: boolean
  verbose: boolean
  missing: MissingChoice
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const OPTIONS = {
  title: text,
  slug: text,
  description: text,
  author: text,
  category: text,
  suites: text,
  publish: flag,
  'remove-missing': flag,
  'dry-run': flag,
  verbose: flag,
  ...SERVER_OPTIONS,
  help: { ...flag, short: 'h' },
} as const

/** Returns only the fields that have values, so that the course keeps its values of the others. */
function withoutMissing<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.assign({}, ...entries.map(([key, value]) => ({ [key]: value })))
}

/**
 * Reads the command line and the environment. Returns null for a request for help.
 * @throws PlainError with the usage for unknown arguments
 */
export function readArguments(argv: string[], env: NodeJS.ProcessEnv): ImportArguments | null {
  const { values, positionals } = orUsage(
    () => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true }),
    USAGE,
  )
  if (values.help) return null
  const folder = oneFolder(positionals, 'Name the folder to import.', USAGE)
  const { title, slug, description, author, category, publish } = values
  return {
    folder,
    course: withoutMissing({ title, slug, description, author_name: author, category, publish }),
    suites: values.suites,
    dryRun: values['dry-run'],
    verbose: values.verbose,
    missing: values['remove-missing'] ? 'bin' : 'keep',
    ...serverArguments(values, env),
  }
}
