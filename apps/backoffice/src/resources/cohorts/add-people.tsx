import type { CohortDetails } from '@rookies/data/cohorts/cohort'
import { COHORT_MESSAGES } from '@rookies/data/cohorts/cohort-messages'
import { memberName } from '@rookies/data/members/member-list'
import { formatNumber, formatPeople } from '@rookies/data/wording'
import { Button, Flex, Form, List } from 'antd'
import { X } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import { FormDialog } from '../../kit/form-dialog'
import { PersonCell } from '../../kit/person-cell'
import { type ChosenPerson, PersonSelect } from '../../kit/person-select'
import { useActForm } from '../../kit/saved-form'
import { isList } from '../../people/use-pasted-list'

interface AddPeopleProps {
  cohort: CohortDetails
  /** Opens the dialog for a pasted list of people; null for readers who may not invite. */
  onList: ((text: string) => void) | null
  onClose: () => void
}

interface Values {
  people: ChosenPerson[]
}

const NOBODY: Values = { people: [] }

/** Chooses people and adds all of them to a cohort with one request. */
export function AddPeople({ cohort, onList, onClose }: AddPeopleProps) {
  const saved = useActForm({
    draftOf: `cohort_members/add:${cohort.id}`,
    act: ({ people }: Values) => ({
      name: 'cohort_members/add',
      input: { id: cohort.id, people: people.map(({ id }) => id) },
    }),
    done: ({ added, people }) => ({
      text:
        added === people
          ? `${formatPeople(added)} added`
          : `${formatPeople(added)} added, ${formatNumber(people - added)} already in the cohort`,
    }),
    failed: COHORT_MESSAGES.addFailed,
    leave: onClose,
  })
  const chosen = Form.useWatch('people', saved.form) ?? []
  return (
    <FormDialog
      title="Add People"
      saved={saved}
      initial={NOBODY}
      dirty={chosen.length > 0}
      submit={chosen.length > 1 ? `Add ${formatPeople(chosen.length)}` : 'Add'}
      submitting="Adding..."
      blocked={chosen.length === 0}
      note={seatsLeft(cohort)}
      below={
        onList && (
          <Button type="link" size="small" onClick={() => onList('')}>
            Paste a list or choose a CSV file
          </Button>
        )
      }
      onClose={onClose}
    >
      <Form.Item name="people" label="People">
        <PeopleControl onList={onList} />
      </Form.Item>
    </FormDialog>
  )
}

function seatsLeft({ seats, people, draft }: CohortDetails): string {
  const left =
    seats === null
      ? ''
      : `${formatNumber(Math.max(seats - people, 0))} of ${formatNumber(seats)} seats left.`
  return [left, draft && 'As a draft, the cohort grants nothing yet.'].filter(Boolean).join(' ')
}

interface PeopleControlProps {
  /** The element id, passed by Form.Item. */
  id?: string
  value?: readonly ChosenPerson[]
  onChange?: (people: ChosenPerson[]) => void
  onList: ((text: string) => void) | null
}

const PERSON = { flex: 1, minWidth: 0 } as const

/** Chooses people one after another, as a form control. */
function PeopleControl({ id, value = [], onChange, onList }: PeopleControlProps) {
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!onList || !isList(text)) return
    event.preventDefault()
    onList(text)
  }
  const without = (person: ChosenPerson) => value.filter((other) => other.id !== person.id)
  return (
    <Flex vertical gap="small" onPasteCapture={onPaste}>
      <PersonSelect
        {...(id !== undefined && { id })}
        value={null}
        onChange={(person) => person && onChange?.([...without(person), person])}
      />
      {value.length > 0 && (
        <List
          bordered
          size="small"
          rowKey="id"
          dataSource={[...value]}
          renderItem={(person) => (
            <List.Item>
              <span style={PERSON}>
                <PersonCell unlinked person={person} />
              </span>
              <Button
                type="text"
                size="small"
                icon={<X aria-hidden="true" />}
                aria-label={`Remove ${memberName(person)}`}
                onClick={() => onChange?.(without(person))}
              />
            </List.Item>
          )}
        />
      )}
    </Flex>
  )
}
