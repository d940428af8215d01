import { LOG_LEVELS, log } from './log'

/** Writes one entry of each level, for testing that entries are written and secrets are removed. */
export function writeTestLogs(): void {
  for (const level of LOG_LEVELS) {
    log(level, 'test', `Test ${level} message`, {
      level,
      // This value must be removed before the entry is stored.
      email: 'person@example.org',
      authorization: 'Bearer not-a-real-token',
    })
  }
}

/** Writes invented entries of typical events. */
export function simulateAppLogs(): void {
  log('info', 'simulation: learner portal', 'Course opened', { slug: 'git-from-the-first-commit' })
  log('debug', 'simulation: progress', 'Position recorded', {
    position_sec: 312,
    duration_sec: 600,
  })
  log('warn', 'simulation: progress', 'No connection: 2 changes wait to be sent', { waiting: 2 })
  log('info', 'simulation: progress', 'Connection is back: 2 changes were sent', { sent: 2 })
  log('error', 'simulation: api', 'POST /rest/v1/rpc/save_access got no answer', {
    tries: 3,
    seconds: 30,
  })
  log('warn', 'simulation: api', 'PATCH /rest/v1/courses was answered 409', { code: 'STALE' })
  log('error', 'simulation: back-office', 'Unexpected Application Error!', {
    error: new Error('Failed to fetch a part of the application'),
  })
}
