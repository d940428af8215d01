import { useForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import {
  type CourseFormValues,
  courseColumns,
  courseFormValues,
  EMPTY_COURSE_FORM,
} from '@rookies/data/course-editing/course-form'
import type { CatalogueCourse } from '@rookies/data/course-editing/course-list'
import { numberedSlug, slugAfterTitle } from '@rookies/data/course-editing/course-slug'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { NOT_AUTHENTICATED } from '@rookies/data/toasts'
import { Button, Form } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { toast } from '../../app/notification-provider'
import { usePerson } from '../../app/person'
import { useRead } from '../../app/use-read'
import { LeaveGuard } from '../../ui/leave-guard'
import { Modal } from '../../ui/modal'
import { SaveFailed } from '../../ui/save-failed'
import { JUST_CREATED } from './course-address'
import { CourseFields } from './course-fields'

interface CreateCourseProps {
  open: boolean
  onClose: () => void
}

const FORM_ID = 'create-course-form'

/**
 * The Create New Course dialog. A new course is a draft of its creator (rules/courses#draft-first), and its
 * editor opens. Closed without creating, it keeps what was typed for when it is opened again.
 */
export function CreateCourse({ open, onClose }: CreateCourseProps) {
  const { account } = usePerson()
  const empty = { ...EMPTY_COURSE_FORM, author_name: account.name ?? '' }
  const titleBefore = useRef('')
  const navigate = useNavigate()
  const titles = useRead('courses/titles', { enabled: open })
  const [made, setMade] = useState<string | null>(null)

  const { form, formProps, onFinish, mutation } = useForm<
    CatalogueCourse,
    HttpError,
    ReturnType<typeof courseColumns> & { created_by_id: string }
  >({
    resource: 'courses',
    action: 'create',
    redirect: false,
    warnWhenUnsavedChanges: false,
    mutationMeta: { select: 'id' },
    successNotification: toast(COURSE_TOASTS.created, 'success'),
    errorNotification: (error) =>
      toast(error?.statusCode === 401 ? NOT_AUTHENTICATED : COURSE_TOASTS.createFailed, 'error'),
    onMutationSuccess: ({ data }) => setMade(data.id),
  })
  // Once it is known that nothing is lost by leaving.
  useEffect(() => {
    if (made) navigate(`/admin/courses/${made}`, { replace: true, state: JUST_CREATED })
  }, [made, navigate])
  const saving = mutation.isPending
  const touched = Form.useWatch((values) => Boolean(values.title || values.description), form)

  // While it is being created it stays, so that the answer is seen.
  const close = useCallback(() => {
    if (!saving) onClose()
  }, [saving, onClose])

  const onValuesChange = (changed: Partial<CourseFormValues>) => {
    if (changed.title === undefined) return
    const slug = slugAfterTitle(
      form.getFieldValue('slug') ?? '',
      titleBefore.current,
      changed.title,
      numberedSlug(
        'course',
        (titles.data ?? []).map(({ slug }) => slug),
      ),
    )
    titleBefore.current = changed.title
    form.setFieldsValue({ slug })
  }

  return (
    <Modal
      open={open}
      title="Create New Course"
      size="form"
      onClose={close}
      actions={
        <>
          <Button disabled={saving} onClick={close}>
            Cancel
          </Button>
          <Button type="primary" htmlType="submit" form={FORM_ID} loading={saving}>
            {saving ? 'Creating...' : 'Create Course'}
          </Button>
        </>
      }
    >
      <Form
        {...formProps}
        id={FORM_ID}
        name="create-course"
        layout="vertical"
        requiredMark="optional"
        scrollToFirstError={{ focus: true, block: 'center' }}
        initialValues={empty}
        onValuesChange={onValuesChange}
        onFinish={(values) =>
          onFinish({
            ...courseColumns(courseFormValues({ ...empty, ...values })),
            created_by_id: account.id,
          }).catch(() => undefined)
        }
      >
        <CourseFields />
      </Form>
      {mutation.isError && (
        <SaveFailed
          title={COURSE_TOASTS.createFailed.text}
          busy={saving}
          onRetry={() => form.submit()}
        />
      )}
      <LeaveGuard when={open && Boolean(touched) && made === null} />
    </Modal>
  )
}
