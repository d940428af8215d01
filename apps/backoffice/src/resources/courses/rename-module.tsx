import { type BaseRecord, useUpdate } from '@refinedev/core'
import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { hasCode, type RequestError, STALE } from '@rookies/data/refine/request-error'
import { Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { InPlaceForm } from '../../kit/in-place-form'
import { useSavedForm } from '../../kit/saved-form'

interface RenameModuleProps {
  module: ModuleSummary
  onClose: () => void
}

/**
 * Edits a module's title in place. If another person renamed the module, their title is shown before it is
 * overwritten.
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
    done: COURSE_MESSAGES.moduleUpdated,
    failed: COURSE_MESSAGES.moduleUpdateFailed,
    // A conflict updates the field with the module's current title.
    onFailed: (error) => {
      if (hasCode(error, STALE)) toasts.failed(COURSE_MESSAGES.moduleStale)
    },
    leave: onClose,
  })

  useEffect(() => input.current?.focus({ cursor: 'end' }), [])

  return (
    <InPlaceForm
      saved={saved}
      initial={{ title: before }}
      // For a conflict, the field and a toast already give the reason.
      one={hasCode(saved.failure?.error, STALE) ? null : 'module'}
      style={{ flex: 1, minWidth: 0, paddingBlock: 'var(--space-2)' }}
      same={() => wanted === '' || wanted === module.title}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        style={{ flex: '1 1 12rem', margin: 0 }}
        {...(theirs !== null && {
          validateStatus: 'warning',
          help: `Someone else renamed it to “${theirs}”. Saving keeps your title.`,
        })}
      >
        <Input ref={input} maxLength={100} aria-label="Module title" />
      </Form.Item>
    </InPlaceForm>
  )
}
