import { lazyDialog } from '../kit/lazy-dialog'
import type { AddList, Invited } from '../resources/cohorts/people'
import { ShowCohort } from '../resources/cohorts/show'
import { lazyComponent } from '../ui/lazy-component'

const AddCohortList: AddList = lazyDialog(
  () => import('../resources/invites/many-invites'),
  (module) => module.AddCohortList,
  { title: 'Add a List of People', size: 'editor' },
)

const CohortInvites: Invited = lazyComponent(
  () => import('../resources/invites/list'),
  (module) => module.CohortInvites,
)

/**
 * `/admin/cohorts/{id}` and `/moderator/cohorts/{id}`. Passes two parts of the invites' screens to the cohort's page,
 * because the folder of cohorts may not import the folder of invites.
 */
export function CohortPage() {
  return <ShowCohort AddList={AddCohortList} Invited={CohortInvites} />
}
