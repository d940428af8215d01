import { attachmentErrors } from '@rookies/data/course-editing/lesson-attachments'
import type {
  ContentType,
  LessonErrors,
  LessonField,
  LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import type { FormProps } from 'antd'

/** The control's name in antd's form, for each field of the lesson form. */
const CONTROLS: Record<LessonField, string> = {
  title: 'title',
  description: 'description',
  duration: 'duration',
  free_preview: 'free_preview',
  content_type: 'content_type',
  video: 'video_text',
  external_url: 'external_url',
  content: 'content',
  file: 'file',
  assignment: 'assignment',
  exercise: 'exercise',
  attachments: 'attachments',
}

/** The field that each tab edits. */
export const PART_OF: Record<ContentType, LessonField> = {
  VIDEO: 'video',
  EXTERNAL_LINK: 'external_url',
  TEXT: 'content',
  FILE: 'file',
  ASSIGNMENT: 'assignment',
  EXERCISE: 'exercise',
}

/** Returns the element id of a field's control. antd composes it from the names of the form and the control. */
export function controlId(formId: string, field: LessonField): string {
  return `${formId}_${CONTROLS[field]}`
}

/** Returns a field's control or, if its tab is not open, the tab. */
export function fieldElement(formId: string, field: LessonField): HTMLElement | null {
  const control = document.getElementById(controlId(formId, field))
  // If a part has several controls, the first one with an error gets the focus.
  if (control) return control.querySelector<HTMLElement>('[aria-invalid="true"]') ?? control
  const tab = Object.entries(PART_OF).find(([, part]) => part === field)?.[0]
  return tab === undefined ? null : document.getElementById(`${formId}-tab-${tab}`)
}

/**
 * Returns the values in the shape of antd's form. antd keeps no state of its own, because drafts, versions by other
 * people, and video players change the values too.
 */
export function formFields(
  values: LessonFormValues,
  errors: LessonErrors,
): NonNullable<FormProps['fields']> {
  const errorList = (error: string | null | undefined) => (error ? [error] : [])
  return [
    { name: 'title', value: values.title, errors: errorList(errors.title) },
    { name: 'description', value: values.description, errors: errorList(errors.description) },
    { name: 'duration', value: values.duration, errors: errorList(errors.duration) },
    { name: 'free_preview', value: values.free_preview },
    { name: 'video_text', value: values.video_text ?? '', errors: errorList(errors.video) },
    { name: 'video_chosen', value: values.video_chosen ?? 'NONE' },
    { name: 'external_url', value: values.external_url, errors: errorList(errors.external_url) },
    { name: 'content', value: values.content, errors: errorList(errors.content) },
    { name: 'attachments', value: values.attachments },
    ...values.attachments.flatMap((attachment, at) => {
      const wrong = errors.attachments ? attachmentErrors(attachment) : null
      return [
        { name: ['attachments', at, 'title'], errors: errorList(wrong?.title) },
        { name: ['attachments', at, 'url'], errors: errorList(wrong?.url) },
      ]
    }),
  ]
}

/** Converts antd's changed values to a change of the lesson's form. */
export function changeOfFields(
  values: LessonFormValues,
  { attachments, ...typed }: Partial<LessonFormValues>,
): Partial<LessonFormValues> {
  if (!attachments) return typed
  // antd reports only the changed fields of a row, so they are merged into the stored row.
  const rows = values.attachments.map((row, at) => ({ ...row, ...attachments[at] }))
  return { attachments: rows }
}
