import { createModule } from '@rookies/data/course-editing/create-module'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { useMutation } from '@tanstack/react-query'
import { Button, Input, type InputRef } from 'antd'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'
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
  const { client } = useBackend()
  const toasts = useToasts()
  const refresh = useRefreshCatalogue()
  const [open, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<InputRef>(null)

  const add = useMutation({
    mutationFn: () => createModule(client, courseId, title.trim()),
    onSuccess: () => {
      setTitle('')
      toasts.succeeded(COURSE_TOASTS.moduleCreated)
      // The next one often follows.
      input.current?.focus()
    },
    onError: () => toasts.failed(COURSE_TOASTS.moduleCreateFailed),
    onSettled: refresh,
  })

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
    if (title.trim() !== '' && !add.isPending) add.mutate()
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
      {add.isError && (
        <SaveFailed title={COURSE_TOASTS.moduleCreateFailed.text} onRetry={() => add.mutate()} />
      )}
    </form>
  )
}
