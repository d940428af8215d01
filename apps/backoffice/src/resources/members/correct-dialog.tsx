import { useOne } from '@refinedev/core'
import {
  CONTACT_COLUMNS,
  type Contact,
  changedContact,
  contactFieldError,
  contactFromProfile,
  contactProblems,
  correctionEffects,
  correctionNews,
} from '@rookies/data/members/correct-contact'
import { MEMBER_MESSAGES, type Member, memberName } from '@rookies/data/members/member-list'
import { Flex, Form, Input, type InputRef } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import { usePerson } from '../../app/person'
import { FormDialog } from '../../kit/form-dialog'
import { judgedBy } from '../../kit/rules'
import { useActForm } from '../../kit/saved-form'
import { Optional } from '../../ui/optional'
import { ReadFailed } from '../../ui/read-failed'
import { Subject } from '../../ui/subject'
import { Waiting } from '../../ui/waiting'

interface CorrectDialogProps {
  member: Member
  onClose: () => void
}

/** Corrects a person's email or phone number, and says what the change causes. */
export function CorrectDialog({ member, onClose }: CorrectDialogProps) {
  const confirms = usePerson().settings.require_email_verification
  const firstField = useRef<InputRef>(null)
  const { query, result: profile } = useOne<{ id: string; email: string; phone: string | null }>({
    resource: 'profiles',
    id: member.id,
    meta: { select: CONTACT_COLUMNS },
    // The form edits the values that were read when the dialog opened, so they are never refetched.
    queryOptions: { staleTime: 'static', gcTime: 0 },
    errorNotification: false,
  })
  const was = profile ? contactFromProfile(profile) : null
  const changeOf = (typed: Partial<Contact>) =>
    was ? changedContact(was, { ...was, ...typed }) : {}

  const saved = useActForm({
    draftOf: `profiles/correct:${member.id}`,
    act: (typed: Contact) => ({
      name: 'profiles/correct',
      input: { id: member.id, change: changeOf(typed) },
    }),
    done: (_, typed) => {
      const { text } = MEMBER_MESSAGES.corrected
      const consequence = correctionNews(changeOf(typed), confirms)
      return consequence ? { title: text, text: consequence } : { text }
    },
    failed: MEMBER_MESSAGES.stateFailed,
    fieldErrors: (error) => {
      const refusal = contactFieldError(error)
      return refusal && { [refusal.field]: refusal.message }
    },
    leave: onClose,
  })
  const change = changeOf(Form.useWatch([], saved.form) ?? {})
  const problemsOf = (typed: Contact) => contactProblems(changeOf(typed))

  const loaded = was !== null
  useLayoutEffect(() => {
    if (loaded) firstField.current?.focus()
  }, [loaded])

  return (
    <FormDialog
      title="Correct Email or Phone"
      saved={saved}
      initial={was ?? NOTHING}
      dirty={Object.keys(change).length > 0}
      submit="Save"
      submitting="Saving..."
      needsChange
      wide
      validateTrigger="onBlur"
      above={<Subject name={memberName(member)} />}
      waiting={
        query.isError ? (
          <ReadFailed title={MEMBER_MESSAGES.contactFailed.text} read={query} />
        ) : (
          !was && <Waiting rows={4} />
        )
      }
      note={
        <Flex vertical gap="small">
          {correctionEffects(change, confirms).map((sentence) => (
            <span key={sentence}>{sentence}</span>
          ))}
        </Flex>
      }
      onClose={onClose}
    >
      <Form.Item name="email" label="Email" rules={[judgedBy(problemsOf, 'email')]}>
        <Input
          ref={firstField}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
        />
      </Form.Item>
      <Form.Item
        name="phone"
        label={<Optional>Phone</Optional>}
        rules={[judgedBy(problemsOf, 'phone')]}
      >
        <Input inputMode="tel" autoComplete="off" maxLength={40} />
      </Form.Item>
    </FormDialog>
  )
}

const NOTHING: Contact = { email: '', phone: '' }
