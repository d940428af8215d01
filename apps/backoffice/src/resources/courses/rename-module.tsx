import { type BaseRecord, useUpdate } from '@refinedev/core'
import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { hasCode, type RequestError, STALE } from '@rookies/data/refine/request-error'
import { Button, Flex, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { FormFailure, FormFields } from '../../kit/form-fields'
import { useSavedForm } from '../../kit/saved-form'
import { LeaveGuard } from '../../ui/leave-guard'

interface RenameModuleProps {
  module: ModuleSummary
  onClose: () => void
}

/**
 * Edits a module's title in place: Enter or Save saves, Escape or Cancel leaves it unchanged. If another person
 * renamed the module, their title is shown before it is overwritten.
 */
export function RenameModule({ module, onClose }: RenameModuleProps) {
  const [before] = useState(module.title)
  const [form] = Form.useForm<{ title: string }>()
  const title = Form.useWatch('title', form) ?? before
  const theirs = module.title === before ? null : module.title
  const input = useRef<InputRef>(null)
  const toasts = useToasts()
  const { mutateAsync: update } = useUpdate<BaseRecord, RequestError>()
  const wanted = title.trim()
  const saved = useSavedForm({
    form,
    draftOf: `modules:${module.id}`,
    write: () =>
      update({
        resource: 'modules',
        id: module.id,
        values: { title: wanted },
        meta: { select: 'id', unchangedSince: module.updated_at },
        successNotification: false,
        errorNotification: false,
      }),
    done: COURSE_TOASTS.moduleUpdated,
    failed: COURSE_TOASTS.moduleUpdateFailed,
    // The field shows the module's current title.
    onFailed: (error) => {
      if (hasCode(error, STALE)) toasts.failed(COURSE_TOASTS.moduleStale)
    },
    leave: onClose,
  })

  useEffect(() => input.current?.focus({ cursor: 'end' }), [])

  const cancel = () => {
    saved.discard()
    onClose()
  }

  return (
    <FormFields
      saved={saved}
      id="rename-module"
      initial={{ title: before }}
      wide
      style={{ flex: 1, minWidth: 0, paddingBlock: 'var(--space-2)' }}
      onSubmit={(typed) => {
        if (wanted === '' || wanted === module.title) cancel()
        else saved.save(typed)
      }}
    >
      <Flex wrap gap="small">
        <Form.Item
          name="title"
          style={{ flex: '1 1 12rem', margin: 0 }}
          {...(theirs !== null && {
            validateStatus: 'warning',
            help: `Someone else renamed it to “${theirs}”. Saving keeps your title.`,
          })}
        >
          <Input
            ref={input}
            maxLength={100}
            aria-label="Module title"
            onKeyDown={(event) => {
              if (event.key === 'Escape') cancel()
            }}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={saved.saving}>
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
        {!hasCode(saved.failure?.error, STALE) && <FormFailure saved={saved} one="module" />}
      </Flex>
      <LeaveGuard when={wanted !== before && !saved.saved} onLeave={saved.discard} />
    </FormFields>
  )
}
