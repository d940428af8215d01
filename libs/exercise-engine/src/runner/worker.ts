import { longestMs } from '../run/limits'
import { type RunInput, runExercise, startEngine } from '../run/run'
import type { RunMessage, WorkerMessage } from './messages'

declare const self: DedicatedWorkerGlobalScope

const say = (message: WorkerMessage) => self.postMessage(message)

/** What most tests do. */
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

// Before anybody waits, a run of another engine compiles what runs use; browsers share that between engines. A worker
// runs once, so that its engine does too.
const engine = runExercise(USUAL).then(startEngine)

self.onmessage = async ({ data }: MessageEvent<RunMessage>) => {
  const latest = performance.now() + longestMs(data.input.time_ms)
  const isSpent = () => performance.now() > latest
  say({ is: 'RESULT', result: await runExercise(data.input, { engine, isSpent }) })
}

void engine.then(() => say({ is: 'READY' }))
