import { reads, withoutInput } from '../records/named'

export const INBOX_READS = {
  ...reads([], {
    'inbox/colleagues': async () => (await import('./inbox')).readColleagues,
  }),
  ...reads(['cohort_members', 'due_work', 'invites', 'purchases', 'submissions'], {
    'inbox/rows': async () => withoutInput((await import('./inbox')).readInbox),
  }),
}
