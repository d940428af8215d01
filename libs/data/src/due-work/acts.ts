import { acts, byId } from '../records/named'

export const DUE_WORK_ACTS = acts(['due_work'], {
  'due_work/retry': async () => byId((await import('./due-work-list')).retryDueWork),
})
