import { type BaseRecord, useCreate } from '@refinedev/core'
import type { NewModule } from '@rookies/data/course-editing/course-modules'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import type { RequestError } from '@rookies/data/refine/request-error'
import type { Created } from '@rookies/data/refine/resource-rules'
import { Button, Form, Input, type InputRef } from 'antd'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useReadAgainOf } from '../../app/use-read-again'
import { InPlaceForm } from '../../kit/in-place-form'
import { useSavedForm } from '../../kit/saved-form'

interface AddModuleProps {
  courseId: string
  /** The label of the button that opens the field. */
  label: string
  /** Opens the field at once, for a course that was just created. */
  startOpen: boolean
}

/** Adds a module: a title, then Enter or Add. A blank title adds nothing. */
export function AddModule({ courseId, label, startOpen }: AddModuleProps) {
  const refresh = useReadAgainOf('courses')
  const [open, setOpen] = useState(startOpen)
  const [form] = Form.useForm<typeof EMPTY>()
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<InputRef>(null)

  const { mutateAsync: create } = useCreate<BaseRecord, RequestError, Created<NewModule>>({
    resource: 'modules',
    successNotification: false,
    errorNotification: false,
    invalidates: [],
  })
  const saved = useSavedForm({
    form,
    draftOf: `modules:new:${courseId}`,
    write: ({ title }: typeof EMPTY, id) =>
      create({ values: { id, course_id: courseId, title: title.trim() } }),
    done: COURSE_MESSAGES.moduleCreated,
    failed: COURSE_MESSAGES.moduleCreateFailed,
    onSaved: refresh,
    onFailed: refresh,
    leave: () => {
      form.setFieldsValue(EMPTY)
      // People often add several modules in a row, so the field keeps the focus.
      input.current?.focus()
    },
  })

  useEffect(() => {
    if (open) input.current?.focus()
  }, [open])

  const close = () => {
    setOpen(false)
    form.setFieldsValue(EMPTY)
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
    <InPlaceForm
      saved={saved}
      initial={EMPTY}
      submit="Add"
      style={WIDE}
      onSubmit={(typed) => {
        if (typed.title.trim() !== '') saved.save(typed)
      }}
      onClose={close}
    >
      <Form.Item name="title" noStyle>
        <Input
          ref={input}
          maxLength={100}
          placeholder="Module title"
          aria-label="Module title"
          style={{ flex: '1 1 14rem', width: 'auto' }}
        />
      </Form.Item>
    </InPlaceForm>
  )
}

const EMPTY = { title: '' }
const WIDE = { width: '100%' }
