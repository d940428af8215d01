import { acts } from '../records/named'
import type { StoredChange } from './schedule'

export const COHORT_ACTS = {
  ...acts(['cohorts'], {
    'cohort_members/add':
      () =>
      async (client, { id, people }: { id: string; people: readonly string[] }) =>
        (await import('./cohort-members')).addCohortPeople(client, id, people),
    'cohort_members/change': async () => (await import('./cohort-members')).changeCohortPeople,
    'cohorts/again': async () => (await import('./cohort')).startCohortAgain,
    'cohorts/archive':
      () =>
      async (client, { id }: { id: string }) =>
        (await import('./cohort')).archiveCohort(client, id, new Date().toISOString()),
    'cohorts/unarchive':
      () =>
      async (client, { id }: { id: string }) =>
        (await import('./cohort')).archiveCohort(client, id, null),
    'cohorts/move': async () => (await import('./move-cohort')).moveCohort,
    'cohorts/set_courses':
      () =>
      async (client, { id, courseIds }: { id: string; courseIds: readonly string[] }) =>
        (await import('./cohort')).setCohortCourses(client, id, courseIds),
    'releases/save':
      () =>
      async (client, { id, changes }: { id: string; changes: readonly StoredChange[] }) =>
        (await import('./schedule')).saveSchedule(client, id, changes),
  }),
  ...acts(['cohorts', 'cohort_members'], {
    'cohort_members/clear_behind': async () => (await import('./falling-behind')).clearBehind,
  }),
  ...acts(['cohort_messages'], {
    'cohort_messages/send': async () => (await import('./sent-messages')).sendCohortMessage,
  }),
  ...acts(['cohorts/link'], {
    'cohorts/make_link': async () => (await import('./cohort-link')).makeJoinLink,
    'cohorts/set_link': async () => (await import('./cohort-link')).setJoinLink,
  }),
}
