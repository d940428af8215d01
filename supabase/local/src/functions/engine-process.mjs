// A process that contains the thread of an engine. The process is ended once a run has used its limit of processor
// time. The time of the whole process is measured, because Node does not report that of a thread. Time on the clock
// would include what other programs do on a busy machine.
import { Worker } from 'node:worker_threads'

/** Milliseconds between two checks of the time. */
const LOOK_MS = 20

const thread = new Worker(new URL('./engine-thread.mjs', import.meta.url), {
  // The size of the stack in MB: 5,000 nested calls in the engine take 3 MB.
  resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
})
let look
thread.on('message', (message) => {
  clearInterval(look)
  process.send(message)
})
// An ordinary exit would wait for the thread to end.
const end = () => process.kill(process.pid, 'SIGKILL')
thread.on('error', end).on('exit', end)
process.on('disconnect', end)
process.on('message', ({ input, cpuMs, killMs }) => {
  const begun = process.cpuUsage()
  look = setInterval(() => {
    const { user, system } = process.cpuUsage(begun)
    if (user + system <= killMs * 1000) return
    clearInterval(look)
    process.send('KILLED')
  }, LOOK_MS)
  thread.postMessage({ input, cpuMs })
})
