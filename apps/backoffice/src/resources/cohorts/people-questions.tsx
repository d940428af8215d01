import { actMeaning } from '@rookies/data/cohorts/cohort-members'
import { memberName } from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { lazyDialog } from '../../kit/lazy-dialog'
import { Question } from '../../kit/question'
import { ACTION_LABELS } from './act-labels'
import { PeopleSubject } from './people-subject'
import type { PeopleActs } from './use-people-acts'

const ShiftDialog = lazyDialog(
  () => import('./shift-dialog'),
  (module) => module.ShiftDialog,
  { title: 'Shift by Days', size: 'question' },
)

const ExtendDialog = lazyDialog(
  () => import('./extend-dialog'),
  (module) => module.ExtendDialog,
  { title: 'Give More Time', size: 'question' },
)

const WriteMessage = lazyDialog(
  () => import('../../people/write-message'),
  (module) => module.WriteMessage,
  { title: 'Write a Message', size: 'form' },
)

interface PeopleQuestionsProps {
  cohort: { id: string; title: string }
  acts: PeopleActs
}

/** Renders the questions and dialogs that `usePeopleActs` opens. */
export function PeopleQuestions({ cohort, acts }: PeopleQuestionsProps) {
  const { confirmed, extending, closeExtend, writing, closeWrite } = acts
  const { shifting, closeShift, onShifted } = acts
  const { subject, busy, onConfirm, onClose } = confirmed
  return (
    <>
      {subject && (
        <Question
          title={`${ACTION_LABELS[subject.act]}: ${formatPeople(subject.ids.length)}?`}
          subject={<PeopleSubject {...subject} />}
          confirm={ACTION_LABELS[subject.act]}
          danger={subject.act === 'leave'}
          busy={busy}
          onConfirm={onConfirm}
          onClose={onClose}
        >
          <p>{actMeaning(subject.act)}</p>
          {subject.ids.length > 1 && <p>Those of whom this cannot be done stay as they are.</p>}
        </Question>
      )}
      {extending && <ExtendDialog cohortId={cohort.id} person={extending} onClose={closeExtend} />}
      {writing && (
        <WriteMessage
          cohort={cohort}
          person={{ id: writing.id, name: memberName(writing) }}
          onClose={closeWrite}
        />
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
