import { COHORT_LIST, COHORT_STATES } from '@rookies/data/cohorts/cohort-list'
import { COHORT_RECORD_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { listExport } from '@rookies/data/lists/filter-args'
import { sortNames } from '@rookies/data/lists/list-state'
import { formatCount } from '@rookies/data/wording'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { Button } from 'antd'
import { GraduationCap, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
import { useCohortUrl } from '../../app/use-cohort-url'
import { ChoiceFilter } from '../../kit/choice-filter'
import { FilterBar } from '../../kit/filter-bar'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useCreateDialog } from '../../kit/use-create-dialog'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'
import { cohortColumns } from './columns'
import { STATE_LABELS } from './state-labels'

const SORT_LABELS = {
  newest: 'First day, latest first',
  oldest: 'First day, earliest first',
  title: 'Title, A to Z',
  '-title': 'Title, Z to A',
}

const CreateCohort = lazyDialog(
  () => import('./create-cohort'),
  (module) => module.CreateCohort,
  { title: 'Create Cohort', size: 'form' },
)

/**
 * `/admin/cohorts` lists all cohorts. `/moderator/cohorts` lists those that the reader looks after
 * (rules/cohorts#state).
 */
export function CohortList() {
  const navigate = useNavigate()
  const urlOf = useCohortUrl()
  const creating = useCreateDialog('cohorts', 'cohort')
  const table = useTable(COHORT_LIST, { failed: COHORT_RECORD_MESSAGES.listFailed })
  const { tableProps, searchProps, filterProps, sortProps, total } = table
  const { active, narrowed, values } = table
  const exporting = useExportItem(listExport(COHORT_LIST, values))
  // A wide window has column heads, which also sort the list.
  const hasHeads = useMatchMedia('(min-width: 72rem)')
  const columns = useMemo(() => cohortColumns(urlOf), [urlOf])

  const create = creating.mayCreate && (
    <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={creating.open}>
      Create Cohort
    </Button>
  )

  return (
    <>
      <PageHeader
        title="Cohorts"
        subtitle="Groups that begin on a day and move at one pace"
        actions={create}
        running={exporting.running}
        more={exporting.items}
      />
      <FilterBar
        search={<SearchField label="Search cohorts..." {...searchProps} />}
        active={active}
      >
        <ChoiceFilter
          label="State"
          any="All but archived"
          options={COHORT_STATES}
          words={(state) => STATE_LABELS[state]}
          {...filterProps('state')}
        />
        {!hasHeads && (
          <SelectField
            label="Order"
            {...sortProps}
            options={sortNames(COHORT_LIST).map((value) => ({ value, label: SORT_LABELS[value] }))}
          />
        )}
      </FilterBar>
      <ListTable
        {...tableProps}
        storedAs="cohorts"
        label="Cohorts"
        columns={columns}
        failed={COHORT_RECORD_MESSAGES.listFailed.text}
        count={formatCount(total, 'cohort')}
        onOpen={({ id }) => navigate(urlOf(id))}
        empty={{
          icon: <GraduationCap />,
          title: narrowed ? 'No cohorts found' : 'No cohorts yet',
          text: narrowed
            ? 'Try another word or another state. You can search by title or slug.'
            : creating.mayCreate
              ? 'Create the first one: its courses, its people, and the days between which they learn.'
              : 'You are not in the staff of a cohort. An administrator can add you.',
          actions: create,
        }}
      />
      {creating.isOpen && <CreateCohort onClose={creating.close} />}
    </>
  )
}
