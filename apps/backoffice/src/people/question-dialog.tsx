import { type Role, roleLabel } from '@rookies/data/access/roles'
import { memberName } from '@rookies/data/members/member-list'
import { Button } from 'antd'
import { Modal } from '../ui/modal'
import styles from './question-dialog.module.css'
import type { MemberQuestion } from './use-member-acts'

/** What a person of each role may do, in a sentence (rules/access#creator-choice). */
const ROLE_WORDS: Record<Role, string> = {
  ADMIN: 'Administrators can do everything: courses, people, purchases, settings and records.',
  CREATOR: 'Creators build courses of their own while the settings let them into the panel.',
  MODERATOR: 'Moderators see every member, invite people, and grant and revoke courses.',
  MEMBER: 'Members learn. They lose every right in the panels at once.',
}

interface Words {
  title: string
  sentences: string[]
  confirm: string
}

function words(question: MemberQuestion): Words {
  switch (question.kind) {
    case 'role':
      return {
        title: `Change role to ${roleLabel(question.role)}?`,
        sentences: [ROLE_WORDS[question.role], 'It takes effect at their next request.'],
        confirm: 'Change Role',
      }
    case 'disable':
      return {
        title: 'Disable this account?',
        sentences: [
          'They are signed out at their next request and can open nothing until the account is enabled again.',
          'Courses, progress and purchases are kept.',
        ],
        confirm: 'Disable Account',
      }
    case 'factors':
      return {
        title: 'Reset two-factor sign-in?',
        sentences: [
          'Make sure that it is really them who ask: the password alone opens the account afterwards.',
          'Their authenticator app and their recovery codes stop working, and they are signed out everywhere at once.',
          'They can set up a new app in their profile. Where the settings ask staff for one, they set it up at their next sign-in, before they come into the panels.',
        ],
        confirm: 'Reset Two-Factor',
      }
    case 'enable':
      return {
        title: 'Enable this account?',
        sentences: ['They can sign in again, with the courses and the role they had.'],
        confirm: 'Enable Account',
      }
  }
}

interface QuestionDialogProps {
  question: MemberQuestion | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a person's rights change, by name. */
export function QuestionDialog({ question, busy, onConfirm, onClose }: QuestionDialogProps) {
  const asked = question && words(question)
  return (
    <Modal
      open={question !== null}
      title={asked?.title ?? ''}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          {/* Another question has a button of its own, without the last one's busy sign. */}
          <Button
            key={asked?.title}
            type="primary"
            danger={question?.kind === 'disable' || question?.kind === 'factors'}
            loading={busy}
            onClick={onConfirm}
          >
            {asked?.confirm}
          </Button>
        </>
      }
    >
      {question && (
        <>
          <p className={styles.who}>
            <strong>{memberName(question.member)}</strong>
            <span>{question.member.email}</span>
          </p>
          {asked?.sentences.map((sentence) => (
            <p key={sentence} className={styles.sentence}>
              {sentence}
            </p>
          ))}
        </>
      )}
    </Modal>
  )
}
