import { longestMs } from '../run/limits'
import { type RunInput, runExercise, startEngine } from '../run/run'
import type { RunMessage, WorkerMessage } from './messages'

declare const self: DedicatedWorkerGlobalScope

const say = (message: WorkerMessage) => self.postMessage(message)

/** An exercise that calls the functions of the engine that most exercises use. */
const USUAL: RunInput = {
  language: 'JS',
  files: [{ path: 'main.js', text: 'export const twice = async (list) => [...list, ...list]' }],
  tests: `import { twice } from './main.js'
test('starts', async () => {
  console.log('starts')
  expect(await twice([1])).toEqual([1, 1])
  expect(() => { throw new Error('no') }).toThrow('no')
})`,
  time_ms: 1000,
}

// The worker first runs the usual exercise in an engine of its own, and discards that engine. Browsers compile functions at
// the first call, and all engines share the compiled code. So the first run of a person does not wait for the compiler. The
// person's run then gets a new engine, in which no code has run.
const engine = runExercise(USUAL).then(startEngine)

self.onmessage = async ({ data }: MessageEvent<RunMessage>) => {
  const latest = performance.now() + longestMs(data.input.time_ms)
  const isSpent = () => performance.now() > latest
  say({ is: 'RESULT', result: await runExercise(data.input, { engine, isSpent }) })
}

void engine.then(() => say({ is: 'READY' }))
