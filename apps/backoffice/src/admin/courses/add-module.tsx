import { useCreate } from '@refinedev/core'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { Button, Input, type InputRef } from 'antd'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { SaveFailed } from '../../ui/save-failed'
import styles from './add-module.module.css'
import { useRefreshCatalogue } from './use-refresh-catalogue'

interface AddModuleProps {
  courseId: string
  /** What the button says before the title is asked for. */
  label: string
}

/** Add Module: a title, then Enter or Add. A blank title adds nothing. */
export function AddModule({ courseId, label }: AddModuleProps) {
  const refresh = useRefreshCatalogue()
  const [open, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<InputRef>(null)

  const { mutate, mutation: add } = useCreate({
    resource: 'modules',
    successNotification: toast(COURSE_TOASTS.moduleCreated, 'success'),
    errorNotification: toast(COURSE_TOASTS.moduleCreateFailed, 'error'),
  })
  const save = () =>
    mutate(
      { values: { course_id: courseId, title: title.trim() } },
      {
        onSuccess: () => {
          setTitle('')
          // The next one often follows.
          input.current?.focus()
        },
        onSettled: refresh,
      },
    )

  useEffect(() => {
    if (open) input.current?.focus()
  }, [open])

  const close = () => {
    setOpen(false)
    setTitle('')
    requestAnimationFrame(() => opener.current?.focus())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() !== '' && !add.isPending) save()
  }

  if (!open) {
    return (
      <Button ref={opener} icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Input
        ref={input}
        value={title}
        maxLength={100}
        placeholder="Module title"
        aria-label="Module title"
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close()
        }}
      />
      <Button type="primary" htmlType="submit" loading={add.isPending}>
        Add
      </Button>
      <Button onClick={close}>Cancel</Button>
      {add.isError && <SaveFailed title={COURSE_TOASTS.moduleCreateFailed.text} onRetry={save} />}
    </form>
  )
}
