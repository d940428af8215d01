import { existsSync } from 'node:fs'
import { PlainError } from '../../supabase/local/src/plain-error'
import { EXAMPLE, readSettings, SETTINGS_FILE } from './settings'
import { runSteps, type Step } from './step'
import { apps, type Build } from './steps/apps'
import { auth } from './steps/auth'
import { doctor } from './steps/doctor'
import { functions } from './steps/functions'
import { migrations } from './steps/migrations'
import { project } from './steps/project'
import { schedule } from './steps/schedule'
import { secrets } from './steps/secrets'
import { openTarget, type Target } from './target'

const HELP = `npm run deploy brings the hosted project that ${SETTINGS_FILE} names to this version, step by step, and asks before
each change. With --check, it only says what the project lacks. With --yes, it asks nothing. See docs/deploy.md.`

/** What a deployment needs from its environment. */
export interface Machine {
  env: NodeJS.ProcessEnv
  /** Path of the settings file. */
  file: string
  build: Build
  agrees: (question: string) => Promise<boolean>
  say: (line: string) => void
}

/** Returns the steps in their order: a step comes after the steps on which it depends. */
export function stepsOf(target: Target, { env, file, build }: Machine): Step[] {
  return [
    project(target),
    migrations(target),
    secrets(target, file),
    functions(target),
    auth(target),
    schedule(target),
    apps(target, env, build),
  ]
}

/**
 * Deploys the product or, with `--check`, lists what is missing.
 * @returns the exit code: 1 if something is missing
 * @throws PlainError at the first step that fails, with how to continue
 */
export async function deploy(args: readonly string[], machine: Machine): Promise<number> {
  const unknown = args.filter((arg) => !['--check', '--yes', '--help'].includes(arg))
  if (unknown.length > 0) throw new PlainError(HELP)
  const { say } = machine
  if (args.includes('--help')) {
    say(HELP)
    return 0
  }
  const { settings, lacks } = readSettings(machine.env, machine.file)
  if (lacks.length > 0) {
    for (const line of ['✗ settings', ...lacks.map((lack) => `    ${lack}`)]) say(line)
    say(
      existsSync(machine.file)
        ? `\nCorrect them in ${SETTINGS_FILE}. docs/deploy.md shows the whole file.`
        : `\nWrite them into ${SETTINGS_FILE}, such as:\n\n${EXAMPLE}`,
    )
    return 1
  }
  say('✓ settings')
  const target = openTarget(settings, machine.env)
  try {
    return await deployTo(target, args.includes('--check'), {
      ...machine,
      agrees: args.includes('--yes') ? async () => true : machine.agrees,
    })
  } finally {
    target.close()
  }
}

async function deployTo(target: Target, check: boolean, machine: Machine): Promise<number> {
  const { agrees, say } = machine
  const missing = await runSteps(stepsOf(target, machine), { check, agrees, say })
  if (check && missing.length > 0) {
    say(
      '\nnpm run deploy does what is missing, and says what only you can do. The doctor looks at everything after that.',
    )
    return 1
  }
  const red = await runSteps([doctor(target)], { check: true, agrees, say })
  if (red.length > 0) {
    say('\nThe project differs from what this version expects: see above what to do.')
    return 1
  }
  say(`\nDone. What is left for you:${leftFor(target)}`)
  return 0
}

const leftFor = ({ settings }: Target) => `
  - Serve the folder dist/site at ${settings.SITE_URL} (docs/serve.md).
  - Check the DNS records of your domain for mail: SPF, DKIM and DMARC (docs/mail.md).
  - The first administrator: sign up at ${settings.SITE_URL}, then run npm run admin -- --production <email>`
