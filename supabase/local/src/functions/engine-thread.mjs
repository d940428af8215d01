// The thread in which the tests of exercises run: says when it is ready, and answers each input with its result.
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { runExercise, startEngine } = await import('../../../../libs/exercise-engine/src/run/run.ts')
// The first runs compile the engine, which takes longer than most runs.
const first = {
  language: 'JS',
  files: [],
  tests: `test('ready', () => expect([1]).toEqual([1]))`,
  time_ms: 1000,
}
for (let i = 0; i < 2; i += 1) await runExercise(first)
let engine = startEngine()
parentPort.on('message', async ({ input, cpuMs }) => {
  // The other threads of this process use little time.
  const begun = process.cpuUsage()
  const isSpent = () => {
    const { user, system } = process.cpuUsage(begun)
    return user + system > cpuMs * 1000
  }
  const result = await runExercise(input, { engine, isSpent })
  engine = startEngine()
  await engine
  parentPort.postMessage(result)
})
await engine
parentPort.postMessage(null)
