// A substitute for the Supabase CLI 3.1.0 without services, as far as the CLI's output and sources show. STAND_IN
// names a fault, STAND_IN_STATE is a folder for the calls and the state, and STAND_IN_STATUS contains lines of the
// status.
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const {
  STAND_IN,
  STAND_IN_STATE = '.',
  STAND_IN_STATUS = '',
  SUPABASE_EXPERIMENTAL_STACK,
} = process.env
const args = process.argv.slice(2)
const isNative = SUPABASE_EXPERIMENTAL_STACK === '1'
const running = join(STAND_IN_STATE, 'running')
appendFileSync(join(STAND_IN_STATE, 'calls'), `${args.join(' ')}\n`)

const daemon =
  'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?'
const debug = 'Try rerunning the command with --debug to troubleshoot the error.'

function fail(...lines) {
  console.error(lines.join('\n'))
  process.exit(1)
}

const COMMANDS = {
  '--version': () => console.log(STAND_IN === 'old' ? '2.75.0' : '3.1.0'),
  start: () => {
    if (STAND_IN === 'no docker') fail(`failed to inspect container health: ${daemon}`, debug)
    if (STAND_IN === 'start fails') fail('PostgreSQL cannot be run as root')
    writeFileSync(running, '')
    console.log('Started supabase local development setup.')
  },
  status: () => {
    if (isNative && args.includes('-o')) {
      fail('The legacy -o/--output flag is not supported here; use --output-format json.')
    }
    if (STAND_IN === 'no docker') fail(`failed to inspect container health: ${daemon}`, debug)
    if (existsSync(running)) return console.log(STAND_IN_STATUS)
    if (isNative) {
      fail('No managed stack exists for the selected project.', 'Run supabase stack start first.')
    }
    fail('failed to inspect container health: No such container: supabase_db_rookies', debug)
  },
  stop: () => {
    if (STAND_IN === 'no docker') fail(`failed to list containers: ${daemon}`, debug)
    rmSync(running, { force: true })
  },
}

COMMANDS[args[0]]()
