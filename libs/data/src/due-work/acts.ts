import { acts, byId } from '../records/named'

export const JOB_ACTS = acts(['due_work'], {
  'due_work/retry': async () => byId((await import('./job-list')).retryJob),
})
