import { listExport } from '@rookies/data/lists/filter-args'
import { ANALYTICS_LIST, type LearnerProgress } from '@rookies/data/members/member-analytics'
import { MEMBER_MESSAGES } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { UserSearch } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { ExportButton } from '../../app/export/export-button'
import { useMay } from '../../app/may'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { AnalyticsDialog } from '../../people/analytics-dialog'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import { PageHeader } from '../../ui/page-header'
import { analyticsColumns } from './columns'
import { AnalyticsFilters } from './filters'

const WhereHard = lazyComponent(
  () => import('../../kit/where-hard'),
  (module) => module.WhereHard,
)
const AssignmentFigures = lazyComponent(
  () => import('../../kit/assignment-figures'),
  (module) => module.AssignmentFigures,
)

/** The progress of all members (rules/members#analytics). */
export function AnalyticsList() {
  const table = useTable(ANALYTICS_LIST, { failed: MEMBER_MESSAGES.analyticsFailed })
  const { tableProps, values, total } = table
  const [opened, setOpened] = useState<LearnerProgress | null>(null)
  const columns = useMemo(() => analyticsColumns(setOpened), [])
  const close = useCallback(() => setOpened(null), [])
  const mayReadWork = useMay('submissions', 'list')
  const quiet = values.quiet !== ''
  return (
    <>
      <PageHeader
        title="Analytics"
        subtitle="How far members have come, and who is inactive"
        actions={<ExportButton {...listExport(ANALYTICS_LIST, values)} />}
      />
      <AnalyticsFilters table={table} />
      <ListTable
        {...tableProps}
        storedAs="analytics"
        label="Analytics"
        many="members"
        columns={columns}
        failed={MEMBER_MESSAGES.analyticsFailed.text}
        count={formatPeople(total)}
        onOpen={setOpened}
        empty={{
          icon: <UserSearch />,
          title: quiet ? 'No inactive members' : 'No members found',
          text: quiet
            ? 'Everyone here with an unfinished course is active or has no course left to continue.'
            : 'Try fewer words or another course. You can search by name or email.',
        }}
      />
      {values.course !== '' && mayReadWork && (
        <LazyPart rows={3}>
          <WhereHard courseId={values.course} />
          <AssignmentFigures of={{ courseId: values.course }} />
        </LazyPart>
      )}
      {opened && <AnalyticsDialog member={opened} onClose={close} />}
    </>
  )
}
