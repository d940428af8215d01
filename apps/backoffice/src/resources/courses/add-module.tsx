import { useCreate } from '@refinedev/core'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { Button, Flex, Form, Input, type InputRef } from 'antd'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { SaveFailed } from '../../ui/save-failed'
import { useRefreshCatalogue } from './use-refresh-catalogue'

interface AddModuleProps {
  courseId: string
  /** What the button says before the title is asked for. */
  label: string
  /** It is asked for at once: the course was created a moment ago, and is empty. */
  begun: boolean
}

/** Add Module: a title, then Enter or Add. A blank title adds nothing. */
export function AddModule({ courseId, label, begun }: AddModuleProps) {
  const refresh = useRefreshCatalogue()
  const [open, setOpen] = useState(begun)
  const [form] = Form.useForm<{ title?: string }>()
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<InputRef>(null)

  const { mutate, mutation: add } = useCreate({
    resource: 'modules',
    successNotification: toast(COURSE_TOASTS.moduleCreated, 'success'),
    errorNotification: toast(COURSE_TOASTS.moduleCreateFailed, 'error'),
  })
  const save = ({ title = '' }) => {
    if (title.trim() === '' || add.isPending) return
    mutate(
      { values: { course_id: courseId, title: title.trim() } },
      {
        onSuccess: () => {
          form.setFieldsValue({ title: '' })
          // The next one often follows.
          input.current?.focus()
        },
        onSettled: refresh,
      },
    )
  }

  useEffect(() => {
    if (open) input.current?.focus()
  }, [open])

  const close = () => {
    setOpen(false)
    form.setFieldsValue({ title: '' })
    requestAnimationFrame(() => opener.current?.focus())
  }

  if (!open) {
    return (
      <Button ref={opener} icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {label}
      </Button>
    )
  }
  return (
    <Form name="add-module" form={form} onFinish={save} style={{ width: '100%' }}>
      <Flex wrap gap="small">
        <Form.Item name="title" noStyle>
          <Input
            ref={input}
            maxLength={100}
            placeholder="Module title"
            aria-label="Module title"
            style={{ flex: '1 1 14rem', width: 'auto' }}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close()
            }}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={add.isPending}>
          Add
        </Button>
        <Button onClick={close}>Cancel</Button>
        {add.isError && (
          <SaveFailed title={COURSE_TOASTS.moduleCreateFailed.text} onRetry={form.submit} />
        )}
      </Flex>
    </Form>
  )
}
