import { lazyDialog } from '../kit/lazy-dialog'
import type { AddList } from '../resources/cohorts/people'
import { ShowCohort } from '../resources/cohorts/show'

const AddCohortList: AddList = lazyDialog(
  () => import('../resources/invites/many-invites'),
  (module) => module.AddCohortList,
  { title: 'Add a List of People', size: 'editor' },
)

/** `/admin/cohorts/{id}` and `/moderator/cohorts/{id}`: the invites' check of a list adds people to the cohort. */
export function CohortPage() {
  return <ShowCohort AddList={AddCohortList} />
}
