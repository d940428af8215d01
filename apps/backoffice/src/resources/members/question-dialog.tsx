import { DEFAULT_ROLE, type Role, roleLabel } from '@rookies/data/access/roles'
import { disableMessages, roleMessages } from '@rookies/data/impact/impact-messages'
import { memberName } from '@rookies/data/members/member-list'
import { Typography } from 'antd'
import { UNCACHED, useRead } from '../../app/use-read'
import { Question } from '../../kit/question'
import { ROLE_DESCRIPTIONS } from '../../people/role-descriptions'
import { Subject } from '../../ui/subject'
import type { MemberQuestion } from './use-member-actions'

interface QuestionTexts {
  title: string
  sentences: string[]
  confirm: string
}

function textsOf(question: MemberQuestion): QuestionTexts {
  switch (question.kind) {
    case 'role':
      return {
        title: `Change role to ${roleLabel(question.role)}?`,
        sentences: [
          ROLE_DESCRIPTIONS[question.role],
          question.role === DEFAULT_ROLE
            ? 'They lose all rights in the panels at their next request.'
            : 'It takes effect at their next request.',
        ],
        confirm: 'Change Role',
      }
    case 'disable':
      return {
        title: 'Disable this account?',
        sentences: [
          'They are signed out at their next request and can open nothing until the account is enabled again.',
          'Their access, progress and purchases are kept.',
        ],
        confirm: 'Disable Account',
      }
    case 'factors':
      return {
        title: 'Reset two-factor sign-in?',
        sentences: [
          'Make sure that the request really comes from them. Afterwards, the password alone opens the account.',
          'Their authenticator app and their recovery codes stop working, and they are signed out everywhere at once.',
          'They can set up a new app in their profile. If the settings require one for staff, they must set it up at their next sign-in, before they can enter the panels.',
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
  subject: MemberQuestion | null
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before a person's rights change, and shows the consequences. */
export function QuestionDialog({ subject: question, ...props }: QuestionDialogProps) {
  if (question === null) return null
  switch (question.kind) {
    case 'role':
      return (
        <RoleQuestion
          {...props}
          id={question.member.id}
          role={question.role}
          {...questionContent(question)}
        />
      )
    case 'disable':
      return <DisableQuestion {...props} id={question.member.id} {...questionContent(question)} />
    case 'factors':
    case 'enable':
      return (
        <Question {...props} {...questionContent(question)} danger={question.kind === 'factors'} />
      )
  }
}

type Answers = Omit<QuestionDialogProps, 'subject'>
type QuestionContent = ReturnType<typeof questionContent> & Answers & { id: string }

function questionContent(question: MemberQuestion) {
  const { title, sentences, confirm } = textsOf(question)
  return {
    title,
    confirm,
    subject: <Subject name={memberName(question.member)} more={question.member.email} />,
    children: sentences.map((sentence) => (
      <Typography.Paragraph key={sentence}>{sentence}</Typography.Paragraph>
    )),
  }
}

function RoleQuestion({ id, role, ...question }: QuestionContent & { role: Role }) {
  const impact = useRead('profiles/role_impact', { input: { id, role }, ...UNCACHED })
  return <Question {...question} query={impact} sentences={roleMessages} />
}

function DisableQuestion({ id, ...question }: QuestionContent) {
  const impact = useRead('profiles/disable_impact', { input: { id }, ...UNCACHED })
  return <Question {...question} danger query={impact} sentences={disableMessages} />
}
