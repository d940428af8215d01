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

/** `/admin/cohorts/{id}` and `/moderator/cohorts/{id}`: the invites' check of a list adds people to the cohort, and their list shows who is invited. */
export function CohortPage() {
  return <ShowCohort AddList={AddCohortList} Invited={CohortInvites} />
}
