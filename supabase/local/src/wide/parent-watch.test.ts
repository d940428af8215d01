import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isAlive } from '../lock/processes'
import { until } from '../testing/until'

const module = new URL('../parent-watch.ts', import.meta.url).href
const script = `
  const { watchParent } = await import(${JSON.stringify(module)})
  setInterval(() => {}, 60_000)
  watchParent(() => process.exit(0))
  console.log(process.pid)
`
const node = `"${process.execPath}" --import tsx --input-type=module --eval '${script}'; exit`

test.each([
  ['its shell', 'sh', ['-c', node]],
  ['npm', process.execPath, ['--eval', standInForNpm()]],
])(
  'a script of npm ends after %s was killed without passing a signal on',
  async (_, command, args) => {
    const parent = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, npm_lifecycle_event: 'start', SCRIPT: node },
    })
    const [line] = await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    await until('it has ended', () => !isAlive(Number(String(line))))
    expect(parent.killed).toBe(true)
  },
)

/** Behaves like npm: is called npm, and runs the script in a shell. */
function standInForNpm(): string {
  return `
    process.title = 'npm start'
    require('node:child_process').spawn('sh', ['-c', process.env.SCRIPT], { stdio: 'inherit' })
  `
}
