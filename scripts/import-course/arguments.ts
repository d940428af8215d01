import { parseArgs } from 'node:util'
import type { MissingChoice } from '@rookies/data/course-import/import-course'
import type { CourseOptions } from '@rookies/data/course-import/read-course-folder'
import { PlainError } from '../../supabase/local/src/plain-error'

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
  --dry-run             say what would happen and change nothing

  --url <address>       the server; http://localhost:4300 otherwise
  --key <key>           its publishable key, needed for other machines
  --email <address>     who imports: an administrator or a creator
  --password <text>     better left to the prompt or to ROOKIES_PASSWORD

ROOKIES_EMAIL, ROOKIES_PASSWORD, VITE_SUPABASE_URL and VITE_SUPABASE_KEY stand in for the options.`

export interface ImportArguments {
  folder: string
  course: Omit<CourseOptions, 'folderName'>
  dryRun: boolean
  missing: MissingChoice
  url: string
  key: string | undefined
  email: string | undefined
  password: string | undefined
}

const text = { type: 'string' } as const
const flag = { type: 'boolean', default: false } as const

const OPTIONS = {
  title: text,
  slug: text,
  description: text,
  author: text,
  category: text,
  publish: flag,
  'remove-missing': flag,
  'dry-run': flag,
  url: text,
  key: text,
  email: text,
  password: text,
  help: { ...flag, short: 'h' },
} as const

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    const [said = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new PlainError(`${said.replace(/\.$/, '')}.\n\n${USAGE}`)
  }
}

/** Fields that were given, so that those left out keep what the course has. */
function given<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.assign({}, ...entries.map(([key, value]) => ({ [key]: value })))
}

/**
 * What the command line and the environment ask for; null when help was. Throws a PlainError with
 * the usage for anything that is not understood.
 */
export function readArguments(argv: string[], env: NodeJS.ProcessEnv): ImportArguments | null {
  const { values, positionals } = parse(argv)
  if (values.help) return null
  const [folder, ...more] = positionals
  if (folder === undefined || folder === '') {
    throw new PlainError(`Say which folder is to become a course.\n\n${USAGE}`)
  }
  if (more.length > 0) {
    throw new PlainError(
      `One folder at a time, please; besides ${folder} there is: ${more.join(' ')}\n\n${USAGE}`,
    )
  }
  const { title, slug, description, author, category, publish } = values
  return {
    folder,
    course: given({ title, slug, description, author_name: author, category, publish }),
    dryRun: values['dry-run'],
    missing: values['remove-missing'] ? 'bin' : 'keep',
    url: values.url ?? (env.VITE_SUPABASE_URL || `http://localhost:${env.PORT || 4300}`),
    key: values.key ?? (env.VITE_SUPABASE_KEY || undefined),
    email: values.email ?? (env.ROOKIES_EMAIL || undefined),
    password: values.password ?? (env.ROOKIES_PASSWORD || undefined),
  }
}
