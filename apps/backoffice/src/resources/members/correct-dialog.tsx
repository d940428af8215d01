import { useInvalidate, useOne } from '@refinedev/core'
import {
  CONTACT_COLUMNS,
  type Contact,
  changedContact,
  contactFieldError,
  contactFromProfile,
  contactProblems,
} from '@rookies/data/members/correct-contact'
import { correctionEffects, correctionNews } from '@rookies/data/members/correction-words'
import { type Member, memberName } from '@rookies/data/members/member-list'
import { MEMBER_TOASTS } from '@rookies/data/members/messages'
import { Alert, Button, Form, Input, type InputRef, Typography } from 'antd'
import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { usePerson } from '../../app/person'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { ReadFailed } from '../../ui/read-failed'
import { Subject } from '../../ui/subject'
import { Waiting } from '../../ui/waiting'

interface CorrectDialogProps {
  member: Member
  onClose: () => void
}

/** Puts a person's address or phone right, and says what follows from it. */
export function CorrectDialog({ member, onClose }: CorrectDialogProps) {
  const toasts = useToasts()
  const invalidate = useInvalidate()
  const confirms = usePerson().settings.require_email_verification
  const formId = useId()
  const [form] = Form.useForm<Contact>()
  const [leaving, setLeaving] = useState(false)
  const firstField = useRef<InputRef>(null)

  const { query, result: profile } = useOne<{ id: string; email: string; phone: string | null }>({
    resource: 'profiles',
    id: member.id,
    meta: { select: CONTACT_COLUMNS },
    // What is edited is what was read when the dialog opened.
    queryOptions: { staleTime: 'static', gcTime: 0 },
    errorNotification: false,
  })
  const was = profile ? contactFromProfile(profile) : null
  const typed = Form.useWatch([], form)
  const change = was ? changedContact(was, { ...was, ...typed }) : {}
  const changed = Object.keys(change).length > 0

  const save = useAct({
    act: () => ({ name: 'profiles/correct', input: { id: member.id, change } }),
    onSuccess: async () => {
      const { text } = MEMBER_TOASTS.corrected
      const news = correctionNews(change, confirms)
      toasts.succeeded(news ? { title: text, text: news } : { text })
      await invalidate({ resource: 'profiles', invalidates: ['list'] })
      onClose()
    },
    onError: (error) => {
      const refusal = contactFieldError(error)
      if (!refusal) return toasts.failed(MEMBER_TOASTS.stateFailed)
      form.setFields([{ name: refusal.field, errors: [refusal.message] }])
      form.getFieldInstance(refusal.field)?.focus()
    },
  })

  const leave = useCallback(() => {
    if (save.isPending) return
    if (changed) setLeaving(true)
    else onClose()
  }, [save.isPending, changed, onClose])

  const loaded = was !== null
  useLayoutEffect(() => {
    if (loaded) firstField.current?.focus()
  }, [loaded])

  const rule = (field: keyof Contact) => ({
    validator: async () => {
      const problem = contactProblems(change)[field]
      if (problem) throw new Error(problem)
    },
  })

  return (
    <Modal
      open
      size="form"
      title="Correct Email or Phone"
      onClose={leave}
      actions={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            {leaving ? 'Discard Changes' : 'Cancel'}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            disabled={!changed}
            loading={save.isPending}
          >
            {save.isPending ? 'Saving...' : save.isError ? 'Try Again' : 'Save'}
          </Button>
        </>
      }
    >
      <Subject name={memberName(member)} />
      {query.isPending && <Waiting rows={4} />}
      {query.isError && (
        <ReadFailed
          title={MEMBER_TOASTS.contactFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {was && (
        <Form
          form={form}
          id={formId}
          name="correct-person"
          layout="vertical"
          requiredMark={false}
          initialValues={was}
          validateTrigger="onBlur"
          scrollToFirstError={{ focus: true, block: 'center' }}
          onValuesChange={() => setLeaving(false)}
          onFinish={() => save.mutate()}
        >
          <Form.Item name="email" label="Email" rules={[rule('email')]}>
            <Input
              ref={firstField}
              inputMode="email"
              autoComplete="off"
              spellCheck={false}
              maxLength={320}
            />
          </Form.Item>
          <Form.Item name="phone" label="Phone" rules={[rule('phone')]}>
            <Input inputMode="tel" autoComplete="off" maxLength={40} />
          </Form.Item>
        </Form>
      )}
      <div role="status">
        {leaving && (
          <Typography.Paragraph type="secondary">
            You have unsaved changes. Save them, or discard them.
          </Typography.Paragraph>
        )}
        {correctionEffects(change, confirms).map((sentence) => (
          <Typography.Paragraph key={sentence} type="secondary">
            {sentence}
          </Typography.Paragraph>
        ))}
      </div>
      {save.isError && !contactFieldError(save.error) && (
        <Alert
          type="error"
          message={`${MEMBER_TOASTS.stateFailed.text}. Nothing that you typed is lost.`}
        />
      )}
      <LeaveGuard when={changed && !save.isSuccess} />
    </Modal>
  )
}
