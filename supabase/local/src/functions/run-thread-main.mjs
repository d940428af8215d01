// The thread in which the tests of exercises run: answers each input with its result, and says first when it is ready.
import { parentPort } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { runExercise } = await import('../../../../libs/data/src/exercises/run/run.ts')
// The first run compiles the engine, which takes longer than most runs.
const first = { language: 'JS', files: [], tests: `test('ready', () => {})`, time_ms: 1000 }
const ready = await runExercise(first)
parentPort.on('message', async (input) => parentPort.postMessage(await runExercise(input)))
parentPort.postMessage(ready)
