import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import {
  type CohortProgress,
  inOrder,
  isFarBehind,
  lessonsBehind,
  lessonsLeftText,
  type PersonProgress,
  PROGRESS_ORDERS,
  type ProgressModule,
} from '@rookies/data/cohorts/progress'
import { memberName } from '@rookies/data/members/member-list'
import { formatCount, formatNumber, formatPeople } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Flex } from 'antd'
import { ChartNoAxesColumn } from 'lucide-react'
import { useMay } from '../../app/may'
import { PersonLink } from '../../app/person-link'
import { useAddressState } from '../../app/use-address-state'
import { useRead } from '../../app/use-read'
import { AssignmentFigures } from '../../kit/assignment-figures'
import cells from '../../ui/cells.module.css'
import { ListFailed } from '../../ui/list-failed'
import { SelectField } from '../../ui/select-field'
import { Waiting } from '../../ui/waiting'
import { CohortBehind } from './cohort-behind'
import styles from './progress.module.css'

const SPACED = { marginTop: 'var(--space-6)' } as const
const ABOVE = { marginBottom: 'var(--space-3)' } as const

const ORDER_LABELS = { name: 'By name', behind: 'Furthest behind first' }

/** Shows progress compared with the schedule: a row for each person, a column for each module. */
export function CohortProgressTab({ cohort }: { cohort: CohortDetails }) {
  const { params, change } = useAddressState()
  const order = PROGRESS_ORDERS.find((known) => known === params.get('order')) ?? 'name'
  const mayReadWork = useMay('submissions', 'list')
  const read = useRead('cohorts/progress', { input: { id: cohort.id } })
  if (!read.data) {
    return read.isError ? (
      <ListFailed title={COHORT_MESSAGES.progressFailed.text} read={read} />
    ) : (
      <Waiting rows={10} />
    )
  }
  const { people, modules } = read.data
  if (people.length === 0 || modules.length === 0) {
    return (
      <EmptyState icon={<ChartNoAxesColumn />} title="No progress yet">
        <p>
          {people.length === 0
            ? 'Nobody is in this cohort yet.'
            : 'The courses of this cohort have no lessons yet.'}
        </p>
      </EmptyState>
    )
  }
  return (
    <>
      <CohortBehind cohort={cohort} />
      <Flex wrap align="center" justify="space-between" gap="small" style={ABOVE}>
        <p className={cells.count} role="status">
          {summary(people)}
        </p>
        <SelectField
          label="Order"
          value={order}
          options={PROGRESS_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
          onChange={(value) => change({ order: value === 'name' ? null : value })}
        />
      </Flex>
      <ProgressTable modules={modules} people={inOrder(people, order)} />
      {mayReadWork && (
        <div style={SPACED}>
          <AssignmentFigures of={{ cohortId: cohort.id }} />
        </div>
      )}
    </>
  )
}

function summary(people: readonly PersonProgress[]): string {
  const behind = people.filter((person) => lessonsBehind(person) > 0).length
  const rest = behind === 0 ? 'all up to date' : `${formatNumber(behind)} with open lessons left`
  return `${formatPeople(people.length)}, ${rest}`
}

function ProgressTable({ modules, people }: CohortProgress) {
  return (
    <section className={styles.frame} aria-label="Progress">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Against the schedule</th>
            {modules.map(({ id, title, course }) => (
              <th key={id} scope="col" title={`${title} (${course})`}>
                <span className={styles.module}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row" className={styles.person} title={person.email}>
                <PersonLink id={person.id}>{memberName(person)}</PersonLink>
              </th>
              <td>
                <span className={styles.behind} data-far={isFarBehind(person) || undefined}>
                  {lessonsLeftText(person)}
                </span>
              </td>
              {modules.map((module, at) => (
                <Cell key={module.id} module={module} done={person.done[at] ?? 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A person's completed lessons of one module: a bar with its numbers. */
function Cell({ module, done }: { module: ProgressModule; done: number }) {
  const { title, lessons } = module
  const width = `${lessons === 0 ? 0 : Math.round((done / lessons) * 100)}%`
  return (
    <td>
      <span className={styles.title}>{title}</span>
      <span
        className={styles.cell}
        title={`${title}: ${formatNumber(done)} of ${formatCount(lessons, 'lesson')}`}
      >
        <span className={styles.bar} style={{ width }} />
        <span className={styles.number}>{`${formatNumber(done)}/${formatNumber(lessons)}`}</span>
      </span>
    </td>
  )
}
