import { longestMs } from '../run/limits'
import { type RunInput, runExercise, startEngine } from '../run/run'
import type { RunMessage, WorkerMessage } from './messages'

declare const self: DedicatedWorkerGlobalScope

const say = (message: WorkerMessage) => self.postMessage(message)

/** A run that uses what most tests use. */
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

// Compiles the functions of the engine by a run in another engine, before a person waits for a result. Browsers share
// compiled code between engines. The worker's own engine must not have run anything before.
const engine = runExercise(USUAL).then(startEngine)

self.onmessage = async ({ data }: MessageEvent<RunMessage>) => {
  const latest = performance.now() + longestMs(data.input.time_ms)
  const isSpent = () => performance.now() > latest
  say({ is: 'RESULT', result: await runExercise(data.input, { engine, isSpent }) })
}

void engine.then(() => say({ is: 'READY' }))
