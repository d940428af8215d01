import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import {
  COHORT_MEMBER_LIST,
  COHORT_MEMBER_STATES,
  PEOPLE_ACTS,
} from '@rookies/data/cohorts/cohort-members'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { listExport } from '@rookies/data/lists/filter-args'
import { sortNames } from '@rookies/data/lists/list-state'
import { memberName } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { Button } from 'antd'
import { Ellipsis, Link as LinkIcon, ListPlus, UserPlus, Users } from 'lucide-react'
import { type ComponentType, useCallback, useState } from 'react'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { useRead } from '../../app/use-read'
import { useReadAgainOf } from '../../app/use-read-again'
import { ChoiceFilter } from '../../kit/choice-filter'
import { FilterBar } from '../../kit/filter-bar'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import type { ChosenPerson } from '../../kit/person-select'
import { useTable } from '../../kit/use-table'
import { MenuButton } from '../../ui/menu-button'
import { SearchField } from '../../ui/search-field'
import { SelectField } from '../../ui/select-field'
import { useSelection } from '../../ui/use-selection'
import { ACTION_ICONS, ACTION_LABELS } from './act-labels'
import { peopleColumns } from './people-columns'
import { PeopleQuestions } from './people-questions'
import { MEMBER_STATE_LABELS } from './state-labels'
import { usePeopleActs } from './use-people-acts'

const SORT_LABELS = {
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  joined: 'Joined, latest first',
  '-joined': 'Joined, earliest first',
}

const AddPeople = lazyDialog(
  () => import('./add-people'),
  (module) => module.AddPeople,
  { title: 'Add People', size: 'form' },
)
const JoinLinkDialog = lazyDialog(
  () => import('./join-link-dialog'),
  (module) => module.JoinLinkDialog,
  { title: 'Join Link', size: 'form' },
)

/** The component that adds the people of a pasted list: members join, and the others get an invite. */
export type AddList = ComponentType<{
  cohort: CohortDetails
  /** The text of the list; empty if nothing was pasted. */
  text: string
  onClose: () => void
}>

/** The component that lists who is invited to a cohort. */
export type Invited = ComponentType<{ id: string }>

interface CohortPeopleProps {
  cohort: CohortDetails
  AddList: AddList
}

/** Lists the people of a cohort, with actions on one person and on many (rules/cohorts#people). */
export function CohortPeople({ cohort, AddList }: CohortPeopleProps) {
  const mayAdd = useMay('cohort_members', 'create')
  const mayChange = useMay('cohort_members', 'update')
  const mayInvite = useMay('invites', 'create')
  const [dialog, setDialog] = useState<'people' | 'link' | null>(null)
  const [list, setList] = useState<string | null>(null)
  const changed = useReadAgainOf('cohorts')
  const close = useCallback(() => setDialog(null), [])
  const closeList = useCallback(() => {
    setList(null)
    void changed()
  }, [changed])
  const openList = (text: string) => {
    setDialog(null)
    setList(text)
  }
  const table = useTable(COHORT_MEMBER_LIST, {
    failed: COHORT_MESSAGES.peopleFailed,
    filters: { permanent: { cohort_id: cohort.id } },
  })
  const { tableProps, filterProps, searchProps, sortProps, filters, total } = table
  const { active, narrowed, values } = table
  const exported = listExport(COHORT_MEMBER_LIST, values)
  const exporting = useExportItem({
    ...exported,
    filter: { ...exported.filter, cohort: cohort.id },
  })
  const behind = useRead('cohorts/behind', { input: { id: cohort.id } })
  // A wide window has column heads, which also sort the list.
  const hasHeads = useMatchMedia('(min-width: 72rem)')
  const rows = tableProps.records ?? []
  // "Select all matches" is not offered, because the request for an action lists the ids of all its people.
  const { all: _, ...selection } = useSelection(
    rows.map(({ id }) => id),
    total,
    JSON.stringify(filters),
  )
  const known = usePeopleById(rows)
  const acts = usePeopleActs(cohort.id, selection.clear)
  const ids = selection.selected === 'all' ? [] : [...selection.selected]

  const add = (
    <>
      {mayAdd && (
        <Button
          type={cohort.people === 0 ? 'primary' : 'default'}
          icon={<UserPlus aria-hidden="true" />}
          onClick={() => setDialog('people')}
        >
          Add People
        </Button>
      )}
      {exporting.running ?? (
        <MenuButton
          outlined
          label="More about people"
          icon={<Ellipsis aria-hidden="true" />}
          items={[
            ...(mayAdd && mayInvite
              ? [
                  {
                    key: 'list',
                    icon: <ListPlus aria-hidden="true" />,
                    label: 'Add a List…',
                    onClick: () => openList(''),
                  },
                ]
              : []),
            ...(mayAdd
              ? [
                  {
                    key: 'link',
                    icon: <LinkIcon aria-hidden="true" />,
                    label: 'Join Link…',
                    onClick: () => setDialog('link'),
                  },
                ]
              : []),
            ...exporting.items,
          ]}
        />
      )}
    </>
  )

  return (
    <>
      <FilterBar
        search={<SearchField label="Search people..." {...searchProps} />}
        active={active}
        actions={add}
      >
        <ChoiceFilter
          label="State"
          any="In the cohort"
          options={COHORT_MEMBER_STATES}
          words={(state) => `${MEMBER_STATE_LABELS[state]} (${cohort.members[state]})`}
          {...filterProps('state')}
        />
        {!hasHeads && (
          <SelectField
            label="Order"
            {...sortProps}
            options={sortNames(COHORT_MEMBER_LIST).map((value) => ({
              value,
              label: SORT_LABELS[value],
            }))}
          />
        )}
      </FilterBar>
      <ListTable
        {...tableProps}
        storedAs="cohort_members"
        label="People"
        columns={peopleColumns(mayChange ? acts : null, behind.data ?? [])}
        failed={COHORT_MESSAGES.peopleFailed.text}
        total={total}
        count={formatPeople(total)}
        selection={
          mayChange
            ? { ...selection, nameOf: (member) => `Select ${memberName(member)}` }
            : undefined
        }
        actions={
          <MenuButton
            outlined
            label="Change selected people"
            items={PEOPLE_ACTS.map((act) => ({
              key: act,
              icon: ACTION_ICONS[act],
              label: ACTION_LABELS[act],
              danger: act === 'leave',
              onClick: () => acts.ask(act, known(ids), ids),
            }))}
          >
            Change
          </MenuButton>
        }
        empty={{
          icon: <Users />,
          title: narrowed ? 'No people found' : 'No people yet',
          text: narrowed
            ? 'Try fewer words or another state. You can search by name, email or phone.'
            : cohort.invited > 0
              ? `${formatPeople(cohort.invited)} invited. They appear here once they accept.`
              : 'Add people: they get the courses of this cohort, and lessons open to them by its schedule.',
        }}
      />
      <PeopleQuestions cohort={cohort} acts={acts} />
      {dialog === 'people' && (
        <AddPeople cohort={cohort} onList={mayInvite ? openList : null} onClose={close} />
      )}
      {dialog === 'link' && <JoinLinkDialog cohort={cohort} onClose={close} />}
      {list !== null && <AddList cohort={cohort} text={list} onClose={closeList} />}
    </>
  )
}

/** Remembers the people of all pages that were shown. Returns a function that finds people by id. */
function usePeopleById(rows: readonly ChosenPerson[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, ChosenPerson>>(new Map())
  if (rows.some((row) => known.get(row.id)?.name !== row.name)) {
    setKnown(new Map([...known, ...rows.map((row): [string, ChosenPerson] => [row.id, row])]))
  }
  return (ids: readonly string[]) =>
    ids.map((id) => known.get(id)).filter((person) => person !== undefined)
}
