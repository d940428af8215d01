import { actMeaning } from '@rookies/data/cohorts/cohort-members'
import { namesOf } from '@rookies/data/impact/name-summary'
import { memberName } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { lazyDialog } from '../../kit/lazy-dialog'
import { Question } from '../../kit/question'
import { Subject } from '../../ui/subject'
import { ACT_LABELS } from './act-labels'
import type { ActedOn, PeopleActs } from './use-people-acts'

const ShiftDialog = lazyDialog(
  () => import('./shift-dialog'),
  (module) => module.ShiftDialog,
  { title: 'Shift by Days', size: 'question' },
)

interface PeopleQuestionsProps {
  cohort: { id: string; title: string }
  acts: PeopleActs
}

/** The questions and dialogs of `usePeopleActs`. */
export function PeopleQuestions({ cohort, acts }: PeopleQuestionsProps) {
  const { confirmed, shifting, closeShift, onShifted } = acts
  const { subject, busy, onConfirm, onClose } = confirmed
  return (
    <>
      {subject && (
        <Question
          title={`${ACT_LABELS[subject.act]}: ${formatPeople(subject.ids.length)}?`}
          subject={<PeopleSubject {...subject} />}
          confirm={ACT_LABELS[subject.act]}
          danger={subject.act === 'leave'}
          busy={busy}
          onConfirm={onConfirm}
          onClose={onClose}
        >
          <p>{actMeaning(subject.act)}</p>
          {subject.ids.length > 1 && <p>Those of whom this cannot be done stay as they are.</p>}
        </Question>
      )}
      {shifting && (
        <ShiftDialog
          cohortId={cohort.id}
          subject={shifting}
          {...(onShifted && { onShifted })}
          onClose={closeShift}
        />
      )}
    </>
  )
}

interface PeopleSubjectProps {
  people: readonly ActedOn[]
  ids: readonly string[]
}

/** Names shown before the rest is counted. */
const NAMED = 3

/** Whom an act is about. */
export function PeopleSubject({ people, ids }: PeopleSubjectProps) {
  const [only] = people
  if (ids.length === 1 && only) return <Subject name={memberName(only)} more={only.email} />
  const names = people.slice(0, NAMED).map(memberName)
  return <Subject name={formatPeople(ids.length)} more={namesOf({ count: ids.length, names })} />
}
