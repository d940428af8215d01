import { shiftText } from '@rookies/data/cohorts/cohort-members'
import type { Cleared } from '@rookies/data/cohorts/falling-behind'
import type { PersonCohort } from '@rookies/data/cohorts/person-cohorts'
import { dayInWords } from '@rookies/data/time/agreed-text'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Button, List } from 'antd'
import { Ellipsis, GraduationCap, Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import { CohortLink } from '../../app/cohort-link'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { LongText, Moment } from '../../kit/cells'
import { lazyDialog } from '../../kit/lazy-dialog'
import type { ChosenPerson } from '../../kit/person-select'
import { BehindList } from '../../people/behind-list'
import { Extensions } from '../../people/extensions'
import { PersonList } from '../../people/person-list'
import cells from '../../ui/cells.module.css'
import { MenuButton } from '../../ui/menu-button'
import type { RecordColumn } from '../../ui/record-table'
import { personItems } from './people-columns'
import { PeopleQuestions } from './people-questions'
import { MemberStateBadge } from './state-labels'
import { usePeopleActs } from './use-people-acts'

const AddToCohort = lazyDialog(
  () => import('./add-to-cohort'),
  (module) => module.AddToCohort,
  { title: 'Add to a Cohort', size: 'question' },
)

interface PersonCohortsProps {
  person: ChosenPerson
}

/** Lists the current and former cohorts of a person, each with the actions on the person there. */
export function PersonCohorts({ person }: PersonCohortsProps) {
  const mayAdd = useMay('cohort_members', 'create')
  const mayChange = useMay('cohort_members', 'update')
  const mayExtend = useMay('extensions', 'give')
  const read = useRead('profiles/cohorts', { input: { id: person.id } })
  const [adding, setAdding] = useState(false)
  const close = useCallback(() => setAdding(false), [])
  const cohorts = read.data ?? []
  const behind = cohorts.flatMap((cohort) =>
    cohort.behind.map((one) => ({ person, cohort, behind: one })),
  )
  const cleared = cohorts.flatMap(({ title, cleared: notes }) =>
    notes.map((note) => ({ ...note, title })),
  )
  const acts: RecordColumn<PersonCohort> = {
    key: 'actions',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    place: 'corner',
    actions: true,
    width: '4rem',
    align: 'right',
    render: (cohort) => <CohortOptions cohort={cohort} person={person} />,
  }
  return (
    <>
      {mayAdd && (
        <p className={cells.count}>
          <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            Add to a Cohort
          </Button>
        </p>
      )}
      <PersonList
        label="Cohorts"
        read={read}
        columns={mayChange ? [...COLUMNS, acts] : COLUMNS}
        empty="No cohorts"
        icon={<GraduationCap />}
      />
      {mayExtend && cohorts.length > 0 && (
        <div style={SPACED}>
          <Extensions of={{ personId: person.id }} names="lesson" />
        </div>
      )}
      {behind.length > 0 && (
        <section aria-labelledby="person-behind" style={SPACED}>
          <h2 id="person-behind">Fallen behind</h2>
          <BehindList names="cohort" rows={behind} />
        </section>
      )}
      {cleared.length > 0 && (
        <section aria-labelledby="person-cleared" style={SPACED}>
          <h2 id="person-cleared">Notes</h2>
          <List size="small" rowKey="at" dataSource={cleared} renderItem={clearedNote} />
        </section>
      )}
      {adding && <AddToCohort person={person} onClose={close} />}
    </>
  )
}

const SPACED = { marginTop: 'var(--space-6)' } as const

const COLUMNS: readonly RecordColumn<PersonCohort>[] = [
  {
    key: 'title',
    title: 'Cohort',
    place: 'lead',
    ellipsis: true,
    render: ({ id, title }) => <CohortLink id={id}>{title}</CohortLink>,
  },
  {
    key: 'state',
    title: 'State',
    place: 'left',
    render: ({ state, shift_days, open_all }) => (
      <>
        <MemberStateBadge state={state} />{' '}
        <span className={cells.fact}>{open_all ? 'everything open' : shiftText(shift_days)}</span>
      </>
    ),
  },
  {
    key: 'days',
    title: 'First and last day',
    place: 'left',
    render: ({ starts_on, ends_on }) => (
      <span className={cells.fact}>
        {`${dayInWords(starts_on, true)} – ${dayInWords(ends_on, true)}`}
      </span>
    ),
  },
]

/** The note that staff wrote when they cleared that the person had fallen behind. */
function clearedNote({ title, at, by, note }: Cleared & { title: string }) {
  return (
    <List.Item>
      <div>
        {note === '' ? <span className={cells.fact}>No note</span> : <LongText>{note}</LongText>}
        <p className={cells.second}>
          <Moment of={at} />
          {`, ${by ?? 'a deleted account'}, ${title}`}
        </p>
      </div>
    </List.Item>
  )
}

/** The menu of actions on the person in one cohort. */
function CohortOptions({ cohort, person }: PersonCohortsProps & { cohort: PersonCohort }) {
  const acts = usePeopleActs(cohort.id)
  const { state, shift_days, open_all } = cohort
  return (
    <>
      <MenuButton
        label={`Options in ${cohort.title}`}
        icon={<Ellipsis aria-hidden="true" />}
        items={personItems({ ...person, state, shift_days, open_all }, acts)}
      />
      <PeopleQuestions cohort={cohort} acts={acts} />
    </>
  )
}
