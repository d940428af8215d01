import type { Job } from '@rookies/data/due-work/job-list'
import { memberName } from '@rookies/data/members/member-list'
import { formatCount } from '@rookies/data/wording'
import { Flex } from 'antd'
import { RotateCcw } from 'lucide-react'
import { PersonLink } from '../../app/person-link'
import { WholeMoment } from '../../kit/cells'
import cells from '../../ui/cells.module.css'
import { QuietButton } from '../../ui/quiet-button'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { OUTCOMES } from './states'

const COLUMNS: readonly RecordColumn<Job>[] = [
  { key: 'what', title: 'Job', place: 'lead', render: what },
  {
    key: 'due',
    title: 'Due',
    place: 'left',
    named: true,
    width: '11.5rem',
    render: ({ due_at }) => (
      <span className={cells.fact}>
        <WholeMoment of={due_at} />
      </span>
    ),
  },
  {
    key: 'tried',
    title: 'Attempts',
    place: 'left',
    width: 'clamp(14rem, 28cqi, 22rem)',
    render: tried,
  },
  { key: 'state', title: 'State', place: 'corner', width: '7.5rem', render: state },
]

function what({ label, subject, person }: Job) {
  return (
    <>
      <p>{label}</p>
      <p className={cells.second}>
        {subject}
        {subject === null && person && <PersonLink id={person.id}>{memberName(person)}</PersonLink>}
      </p>
    </>
  )
}

function tried({ attempts, error, outcome, next_at }: Job) {
  if (attempts === 0) return <span className={cells.fact}>No attempts yet</span>
  return (
    <>
      <p className={cells.fact}>
        {formatCount(attempts, 'attempt')}
        {outcome === null && (
          <>
            , next <WholeMoment of={next_at} />
          </>
        )}
      </p>
      {error && <p className={cells.second}>{error}</p>}
    </>
  )
}

function state({ outcome, error }: Job) {
  if (outcome !== null) return <StatusBadge {...OUTCOMES[outcome]} />
  return error === null ? (
    <StatusBadge tone="info" label="Waiting" />
  ) : (
    <StatusBadge tone="draft" label="Retrying" />
  )
}

/** The columns of background jobs, with a Try Again button for people who may use it. */
export function jobColumns(onRetry: ((job: Job) => void) | null): readonly RecordColumn<Job>[] {
  if (!onRetry) return COLUMNS
  return [
    ...COLUMNS,
    {
      key: 'actions',
      title: 'Actions',
      place: 'right',
      actions: true,
      width: '7.5rem',
      align: 'right',
      render: (job) =>
        job.error !== null && (
          <Flex justify="flex-end" className={cells.actions}>
            <QuietButton
              icon={<RotateCcw aria-hidden="true" />}
              title="Try Again"
              aria-label={`Try again: ${job.label}${job.subject ? `, ${job.subject}` : ''}`}
              onClick={() => onRetry(job)}
            />
          </Flex>
        ),
    },
  ]
}
