import { useForm } from '@refinedev/antd'
import type { HttpError } from '@refinedev/core'
import {
  arrival,
  EDITOR_COLUMNS,
  type EditorCourse,
  editBase,
  editedColumns,
  mergeEdits,
} from '@rookies/data/course-editing/course-edit'
import {
  type CourseFormValues,
  changedCourseFields,
  courseFormValues,
} from '@rookies/data/course-editing/course-form'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { hasCode, NOT_FOUND, STALE } from '@rookies/data/refine/request-error'
import { Form } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { toast } from '../../app/notification-provider'
import { useToasts } from '../../app/toasts'

/**
 * The course form: Refine's `useForm` for the write and for errors that belong to a field, and beside
 * it the version that the edits are edits of, so that another person's save is neither written over
 * nor allowed to wipe what was typed here. `refetch` reads the course again, and fails when that fails.
 */
export function useCourseForm(course: EditorCourse, refetch: () => Promise<void>) {
  const toasts = useToasts()
  const [base, setBase] = useState(() => editBase(course))
  /** The version that a save was refused for, until it is known what the newer one says. */
  const [refused, setRefused] = useState<string | null>(null)

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
    // What another person did is said beside the form.
    errorNotification: (error) =>
      hasCode(error, STALE) || hasCode(error, NOT_FOUND)
        ? false
        : toast(COURSE_TOASTS.saveFailed, 'error'),
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

  const save = useCallback(
    () =>
      onFinish(editedColumns(base, typed)).catch(async (error: unknown) => {
        if (!hasCode(error, STALE) && !hasCode(error, NOT_FOUND)) return
        setRefused(base.version)
        await refetch().catch((failure: unknown) => {
          setRefused(null)
          if (!hasCode(failure, NOT_FOUND)) toasts.failed(COURSE_TOASTS.saveFailed)
        })
      }),
    [onFinish, base, typed, refetch, toasts],
  )

  // Refused for something that the form does not show, such as a publication: nothing to decide.
  useEffect(() => {
    if (refused === null || news.kind === 'follow') return
    if (news.kind === 'same' && base.version === refused) return
    setRefused(null)
    if (news.kind === 'same') void save()
  }, [refused, news.kind, base, save])

  const goOnWith = (values: CourseFormValues) => {
    form.setFieldsValue(values)
    setBase(editBase(course, base))
  }

  return {
    form,
    formProps,
    initialValues: base.values,
    dirty: changedCourseFields(base.values, typed).length > 0,
    saving: mutation.isPending || refused !== null,
    /** Saving did not work, for no reason that is told beside the form already. */
    failed:
      mutation.isError && !hasCode(mutation.error, STALE) && !hasCode(mutation.error, NOT_FOUND),
    /** The fields that another person changed, while there is something to decide. */
    conflict: news.kind === 'conflict' ? news.theirs : null,
    save,
    keepMine: () => goOnWith(mergeEdits(base, typed, course)),
    takeTheirs: () => goOnWith(editBase(course).values),
  }
}

export type CourseForm = ReturnType<typeof useCourseForm>
