import { EXTENSION_MESSAGES } from '@rookies/data/assignments/extension-list'
import { cohortDue } from '@rookies/data/cohorts/dues'
import type { Schedule } from '@rookies/data/cohorts/schedule'
import { memberName } from '@rookies/data/members/member-list'
import { addDays } from '@rookies/data/time/days'
import { useState } from 'react'
import { useRead } from '../../app/use-read'
import type { ChosenPerson } from '../../kit/person-select'
import { AssignmentChoice } from '../../people/assignment-choice'
import { GiveTime } from '../../people/give-time'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Waiting } from '../../ui/waiting'

interface ExtendDialogProps {
  cohortId: string
  person: ChosenPerson
  onClose: () => void
}

/** Gives a person more time for an assignment of their cohort (rules/assignments#extension). */
export function ExtendDialog({ cohortId, person, onClose }: ExtendDialogProps) {
  const read = useRead('cohorts/schedule', { input: { id: cohortId } })
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = read.data ? assignmentsOf(read.data) : []
  const lesson = offered.find(({ id }) => id === chosen) ?? offered[0]
  if (!lesson) {
    return (
      <Modal title="Give More Time" onClose={onClose}>
        {read.isError && !read.data ? (
          <ReadFailed title={EXTENSION_MESSAGES.loadFailed.text} read={read} />
        ) : read.data ? (
          <p>This cohort has no assignments.</p>
        ) : (
          <Waiting rows={3} />
        )}
      </Modal>
    )
  }
  return (
    <GiveTime
      key={lesson.id}
      extension={{ person: { id: person.id, name: memberName(person) }, lesson }}
      choice={<AssignmentChoice lessons={offered} value={lesson.id} onChange={setChosen} />}
      onClose={onClose}
    />
  )
}

/** Returns the assignments of a cohort: first those not due yet, then past ones, then those without a due date. */
function assignmentsOf({ starts_on, today, courses }: Schedule) {
  const lessons = courses
    .flatMap(({ modules }) => modules)
    .flatMap((module) => module.lessons)
    .filter(({ due }) => due !== null)
    .map(({ id, title, due }) => {
      const when = cohortDue(due)
      return { id, title, day: when && addDays(starts_on, when.day) }
    })
  const orderOf = ({ day }: { day: string | null }) => (day === null ? 2 : day < today ? 1 : 0)
  return lessons.toSorted(
    (one, other) => orderOf(one) - orderOf(other) || (one.day ?? '').localeCompare(other.day ?? ''),
  )
}
