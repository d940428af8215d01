import { useUpdate } from '@refinedev/core'
import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { hasCode, STALE } from '@rookies/data/refine/request-error'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { LeaveGuard } from '../../ui/leave-guard'
import { SaveFailed } from '../../ui/save-failed'
import styles from './rename-module.module.css'

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
  const [title, setTitle] = useState(module.title)
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
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Input
        ref={input}
        value={title}
        maxLength={100}
        aria-label="Module title"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
      />
      <Button type="primary" htmlType="submit" loading={mutation.isPending}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
      {theirs !== null && (
        <p className={styles.theirs} role="alert">
          {`Someone else has called it “${theirs}”. Save keeps your title.`}
        </p>
      )}
      {mutation.isError && !hasCode(mutation.error, STALE) && (
        <SaveFailed
          title={COURSE_TOASTS.moduleUpdateFailed.text}
          busy={mutation.isPending}
          onRetry={save}
        />
      )}
      <LeaveGuard when={wanted !== before} />
    </form>
  )
}
