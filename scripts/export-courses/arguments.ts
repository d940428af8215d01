import { parseArgs } from 'node:util'
import {
  oneFolder,
  orUsage,
  SERVER_OPTIONS,
  SERVER_USAGE,
  type ServerArguments,
  serverArguments,
} from '../course-command/server-arguments'

export const USAGE = `Usage: npm run export-courses -- <folder> [options]

Every course that you may edit, drafts too, is written below the folder: one folder each, named after
the course's slug, which npm run import-course takes back.

  --replace             replace what an earlier export left there; it is kept otherwise

${SERVER_USAGE}`

export interface ExportArguments extends ServerArguments {
  folder: string
  replace: boolean
}

const flag = { type: 'boolean', default: false } as const

const OPTIONS = { replace: flag, ...SERVER_OPTIONS, help: { ...flag, short: 'h' } } as const

/**
 * Reads the command line and the environment. Returns null for a request for help.
 * @throws PlainError with the usage for unknown arguments
 */
export function readArguments(argv: string[], env: NodeJS.ProcessEnv): ExportArguments | null {
  const { values, positionals } = orUsage(
    () => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true }),
    USAGE,
  )
  if (values.help) return null
  return {
    folder: oneFolder(positionals, 'Name the folder for the courses.', USAGE),
    replace: values.replace,
    ...serverArguments(values, env),
  }
}
