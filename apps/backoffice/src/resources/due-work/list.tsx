import { JOB_LIST, type Job } from '@rookies/data/due-work/job-list'
import { JOB_MESSAGES, WORKER_STOPPED } from '@rookies/data/due-work/messages'
import { formatCount } from '@rookies/data/wording'
import { Alert } from 'antd'
import { CalendarCheck } from 'lucide-react'
import { useMay } from '../../app/may'
import { useAct } from '../../app/use-act'
import { FilterBar } from '../../kit/filter-bar'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { SelectField } from '../../ui/select-field'
import { jobColumns } from './columns'
import { EMPTY, STATES } from './states'

/** Interval of refetches in milliseconds. The worker changes jobs without a live event. */
const REREAD_MS = 15_000

/** `/admin/due-work`: background jobs that wait, and failed jobs with their errors (rules/due-work#failing). */
export function JobList() {
  const { tableProps, filterProps, values, page, total } = useTable(JOB_LIST, {
    failed: JOB_MESSAGES.listFailed,
    queryOptions: { refetchInterval: REREAD_MS },
  })
  const retry = useAct({
    act: (job: Job) => ({ name: 'due_work/retry', input: { id: job.id } }),
    done: JOB_MESSAGES.retried,
    failed: JOB_MESSAGES.retryFailed,
  })
  const mayRetry = useMay('due_work', 'retry')

  return (
    <>
      <PageHeader
        title="Background Jobs"
        subtitle="What the site sends or does later, and what failed"
      />
      {page?.stopped && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockEnd: '1rem' }}
          message={WORKER_STOPPED}
          description="The jobs below run as soon as it runs again. Tell the person who runs the site if this message stays."
        />
      )}
      <FilterBar
        search={<SelectField label="State" {...filterProps('state')} options={STATES} />}
        active={values.kind === '' ? 0 : 1}
      >
        <SelectField
          label="Kind"
          {...filterProps('kind')}
          options={[
            { value: '', label: 'Any kind' },
            ...(page?.kinds ?? []).map(({ kind, label }) => ({ value: kind, label })),
          ]}
        />
      </FilterBar>
      <ListTable
        {...tableProps}
        storedAs="due-work"
        label="Background jobs"
        columns={jobColumns(mayRetry ? retry.mutate : null)}
        failed={JOB_MESSAGES.listFailed.text}
        count={`${page?.bounded ? 'More than ' : ''}${formatCount(total, 'job')}`}
        empty={{ icon: <CalendarCheck />, ...EMPTY[values.state] }}
      />
    </>
  )
}
