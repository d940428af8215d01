import { useForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import {
  arrival,
  EDITOR_COLUMNS,
  type EditorCourse,
  editBase,
  editedColumns,
  mergeEdits,
} from '@rookies/data/catalogue/course-edit'
import {
  type CourseFormValues,
  changedCourseFields,
  courseFormValues,
} from '@rookies/data/catalogue/course-form'
import { COURSE_TOASTS } from '@rookies/data/catalogue/messages'
import { Form } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { toast } from '../../app/notification-provider'

/**
 * The course form: Refine's `useForm` for the write and for errors that belong to a field, and beside
 * it the version that the edits are edits of, so that somebody else's save is neither written over
 * nor allowed to wipe what was typed here.
 */
export function useCourseForm(course: EditorCourse) {
  const [base, setBase] = useState(() => editBase(course))

  const { form, formProps, onFinish, mutation } = useForm<
    EditorCourse,
    HttpError,
    Partial<EditorCourse>
  >({
    resource: 'courses',
    id: course.id,
    action: 'edit',
    redirect: false,
    mutationMode: 'pessimistic',
    warnWhenUnsavedChanges: false,
    // The screen has read the row already; a second reading here would reset the fields.
    queryOptions: { enabled: false },
    mutationMeta: { select: EDITOR_COLUMNS, unchangedSince: base.version },
    successNotification: toast(COURSE_TOASTS.saved, 'success'),
    errorNotification: toast(COURSE_TOASTS.saveFailed, 'error'),
    onMutationSuccess: ({ data }) => {
      form.setFieldsValue(editBase(data).values)
      setBase((before) => editBase(data, before))
    },
  })

  const watched = Form.useWatch([], form)
  const typed = useMemo(() => courseFormValues({ ...base.values, ...watched }), [base, watched])
  const news = arrival(base, typed, course)

  useEffect(() => {
    if (news.kind !== 'follow') return
    form.setFieldsValue(mergeEdits(base, typed, course))
    setBase(editBase(course, base))
  }, [news.kind, base, typed, course, form])

  const goOnWith = (values: CourseFormValues) => {
    form.setFieldsValue(values)
    setBase(editBase(course, base))
  }

  return {
    form,
    formProps,
    initialValues: base.values,
    dirty: changedCourseFields(base.values, typed).length > 0,
    saving: mutation.isPending,
    /** The fields that somebody else changed meanwhile, while there is something to decide. */
    conflict: news.kind === 'conflict' ? news.theirs : null,
    save: () => onFinish(editedColumns(base, typed)).catch(() => undefined),
    keepMine: () => goOnWith(mergeEdits(base, typed, course)),
    takeTheirs: () => goOnWith(editBase(course).values),
  }
}

export type CourseForm = ReturnType<typeof useCourseForm>
