import {
  type Answer,
  askerName,
  QUESTION_LIMITS,
  type Question,
} from '@rookies/data/questions/question'
import type { Subject } from '@rookies/data/questions/question-acts'
import type { Moderation } from '@rookies/data/questions/question-queries'
import { Ban, Ellipsis, Flag, Merge, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Menu, type MenuItem } from '../../../ui/menu'
import styles from './questions.module.css'
import { useQuestionActions } from './use-question-actions'

interface QuestionPostMenuProps {
  what: 'question' | 'answer'
  post: Question | Answer
  subject: Subject
  /** Whether the person may delete what others wrote. */
  moderates: boolean
  /** Whom the person may ban; null if they do not moderate the question. */
  moderation: Moderation | null
  /** Opens the dialog that merges the question. Undefined for answers, and for people who may not merge. */
  onMerge?: (() => void) | undefined
  onEdit: () => void
}

/** The menu of a question's or an answer's actions that the person may take (rules/questions#own). */
export function QuestionPostMenu(props: QuestionPostMenuProps) {
  const { what, post, subject, moderates, moderation, onMerge, onEdit } = props
  const acts = useQuestionActions()
  const [asked, setAsked] = useState<'delete' | 'report' | 'ban' | null>(null)
  const [reason, setReason] = useState('')
  const id = useId()
  const items: MenuItem[] = []
  if (post.mine) items.push({ kind: 'action', label: 'Edit', icon: <Pencil />, onSelect: onEdit })
  if (!post.mine && !post.reported) {
    const report = () => setAsked('report')
    items.push({ kind: 'action', label: 'Report', icon: <Flag />, onSelect: report })
  }
  if (onMerge) {
    const label = 'Merge into another question'
    items.push({ kind: 'action', label, icon: <Merge />, onSelect: onMerge })
  }
  const userId = post.author_id ?? ''
  const banned = moderation?.writers[userId]
  const setBanned = (change: boolean) =>
    moderation &&
    acts.ban({ courseId: moderation.course_id, userId, banned: change }, askerName(post))
  if (banned === true) {
    const lift = () => setBanned(false)
    items.push({ kind: 'action', label: 'Lift ban', icon: <Undo2 />, onSelect: lift })
  } else if (banned === false) {
    const ban = () => setAsked('ban')
    const label = 'Ban from the questions'
    items.push({ kind: 'action', label, icon: <Ban data-danger />, onSelect: ban })
  }
  if (post.mine || moderates) {
    const remove = () => setAsked('delete')
    items.push({ kind: 'action', label: 'Delete', icon: <Trash2 data-danger />, onSelect: remove })
  }
  if (items.length === 0) return null
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        label={`Options for the ${what} by ${askerName(post)}`}
        trigger={<Ellipsis />}
        items={items}
      />
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete this ${what}?`}
          confirm="Delete"
          danger
          onConfirm={() =>
            acts.remove(subject, what === 'question' ? 'Question deleted' : 'Answer deleted')
          }
          onClose={close}
        >
          <p>
            It is deleted for everyone.{what === 'question' && ' Answers to it stay.'} You can undo
            this for a moment.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'ban' && (
        <ConfirmDialog
          title={`Ban ${askerName(post)} from the questions?`}
          confirm="Ban"
          danger
          onConfirm={() => setBanned(true)}
          onClose={close}
        >
          <p>
            They can no longer read or write questions in this course, and are told to ask the
            people who run it. They keep the course, and what they wrote stays.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'report' && (
        <ConfirmDialog
          title={`Report this ${what}?`}
          confirm="Report"
          onConfirm={() => acts.report(subject, reason)}
          onClose={close}
        >
          <p>The people who run this course will look at it. They are not told who reported it.</p>
          <div className={styles.field}>
            <label htmlFor={id}>What is wrong with it? (optional)</label>
            <textarea
              dir="auto"
              id={id}
              className={styles.box}
              data-autofocus
              rows={3}
              maxLength={QUESTION_LIMITS.reason}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
