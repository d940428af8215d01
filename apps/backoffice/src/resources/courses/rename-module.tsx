import { useUpdate } from '@refinedev/core'
import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { hasCode, STALE } from '@rookies/data/refine/request-error'
import { Button, Flex, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { LeaveGuard } from '../../ui/leave-guard'
import { SaveFailed } from '../../ui/save-failed'

interface RenameModuleProps {
  module: ModuleSummary
  onClose: () => void
}

/**
 * A module's title, edited in its place: Enter or Save writes it, Escape or Cancel leaves it. What
 * another person called it is shown before it is written over.
 */
export function RenameModule({ module, onClose }: RenameModuleProps) {
  const [before] = useState(module.title)
  const [form] = Form.useForm<{ title: string }>()
  const title = Form.useWatch('title', form) ?? before
  const theirs = module.title === before ? null : module.title
  const input = useRef<InputRef>(null)
  const { mutate, mutation } = useUpdate()
  const wanted = title.trim()

  useEffect(() => input.current?.focus({ cursor: 'end' }), [])

  const save = () => {
    if (wanted === '' || wanted === module.title) {
      onClose()
      return
    }
    mutate(
      {
        resource: 'modules',
        id: module.id,
        values: { title: wanted },
        meta: { select: 'id', unchangedSince: module.updated_at },
        successNotification: toast(COURSE_TOASTS.moduleUpdated, 'success'),
        errorNotification: (error) =>
          toast(
            hasCode(error, STALE) ? COURSE_TOASTS.moduleStale : COURSE_TOASTS.moduleUpdateFailed,
            'error',
          ),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <Form
      name="rename-module"
      form={form}
      initialValues={{ title: before }}
      style={{ flex: 1, minWidth: 0, paddingBlock: 'var(--space-2)' }}
      onFinish={save}
    >
      <Flex wrap gap="small">
        <Form.Item
          name="title"
          style={{ flex: '1 1 12rem', margin: 0 }}
          {...(theirs !== null && {
            validateStatus: 'warning',
            help: `Someone else has called it “${theirs}”. Save keeps your title.`,
          })}
        >
          <Input
            ref={input}
            maxLength={100}
            aria-label="Module title"
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose()
            }}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={mutation.isPending}>
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        {mutation.isError && !hasCode(mutation.error, STALE) && (
          <SaveFailed
            title={COURSE_TOASTS.moduleUpdateFailed.text}
            busy={mutation.isPending}
            onRetry={save}
          />
        )}
      </Flex>
      <LeaveGuard when={wanted !== before} />
    </Form>
  )
}
