import { reads } from '../records/named'

export const COHORT_READS = {
  ...reads([], {
    'cohort_messages/count': async () => (await import('./sent-messages')).countCohortMessage,
    'cohort_messages/readers': async () => (await import('./sent-messages')).readMessageReaders,
    'cohorts/link': async () => (await import('./cohort-link')).readJoinLink,
    'cohorts/move': async () => (await import('./move-cohort')).previewMove,
  }),
  ...reads(['cohorts'], {
    'cohorts/behind': async () => (await import('./falling-behind')).readCohortBehind,
    'cohorts/progress': async () => (await import('./progress')).readCohortProgress,
    'cohorts/schedule': async () => (await import('./schedule')).readSchedule,
    'profiles/cohorts': async () => (await import('./person-cohorts')).readPersonCohorts,
  }),
}
