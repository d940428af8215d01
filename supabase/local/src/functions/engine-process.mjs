// A process around the thread of an engine. It is ended once a run has used more processor time than it may. That is the
// time of a process, because Node does not tell that of a thread, and the clock would count what others do on a busy
// machine.
import { Worker } from 'node:worker_threads'

/** How often it looks at the time, in milliseconds. */
const LOOK_MS = 20

const thread = new Worker(new URL('./engine-thread.mjs', import.meta.url), {
  // Calls in the engine that are 5,000 deep take 3 MB.
  resourceLimits: { maxOldGenerationSizeMb: 256, stackSizeMb: 8 },
})
let look
thread.on('message', (message) => {
  clearInterval(look)
  process.send(message)
})
// An exit would wait for the thread.
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
