import { attachmentErrors } from '@rookies/data/course-editing/lesson-attachments'
import type {
  ContentType,
  LessonErrors,
  LessonField,
  LessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import type { FormProps } from 'antd'

/** The control that a part of the form is typed into. */
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
  attachments: 'attachments',
}

/** The part that a tab holds. */
export const PART_OF: Record<ContentType, LessonField> = {
  VIDEO: 'video',
  EXTERNAL_LINK: 'external_url',
  TEXT: 'content',
  FILE: 'file',
}

/** The id of a part's control, as antd's form makes it of its own name and the control's. */
export function controlId(formId: string, field: LessonField): string {
  return `${formId}_${CONTROLS[field]}`
}

/** A part's control; of one in a tab that is not shown, the tab. */
export function fieldElement(formId: string, field: LessonField): HTMLElement | null {
  const control = document.getElementById(controlId(formId, field))
  if (control) return control
  const tab = Object.entries(PART_OF).find(([, part]) => part === field)?.[0]
  return tab === undefined ? null : document.getElementById(`${formId}-tab-${tab}`)
}

/**
 * What antd's form shows. It holds nothing of its own: drafts, other people's versions and players
 * change what stands in it too.
 */
export function formFields(
  values: LessonFormValues,
  errors: LessonErrors,
): NonNullable<FormProps['fields']> {
  const said = (error: string | null | undefined) => (error ? [error] : [])
  return [
    { name: 'title', value: values.title, errors: said(errors.title) },
    { name: 'description', value: values.description, errors: said(errors.description) },
    { name: 'duration', value: values.duration, errors: said(errors.duration) },
    { name: 'free_preview', value: values.free_preview },
    { name: 'video_text', value: values.video_text ?? '', errors: said(errors.video) },
    { name: 'video_chosen', value: values.video_chosen ?? 'NONE' },
    { name: 'external_url', value: values.external_url, errors: said(errors.external_url) },
    { name: 'content', value: values.content, errors: said(errors.content) },
    { name: 'attachments', value: values.attachments },
    ...values.attachments.flatMap((attachment, at) => {
      const wrong = errors.attachments ? attachmentErrors(attachment) : null
      return [
        { name: ['attachments', at, 'title'], errors: said(wrong?.title) },
        { name: ['attachments', at, 'url'], errors: said(wrong?.url) },
      ]
    }),
  ]
}

/** In: what stands in the form, and what was typed. Out: what is to be changed. */
export function typedInto(
  values: LessonFormValues,
  { attachments, ...typed }: Partial<LessonFormValues>,
): Partial<LessonFormValues> {
  if (!attachments) return typed
  // A row tells what was typed into it, and nothing of the other rows.
  const rows = values.attachments.map((row, at) => ({ ...row, ...attachments[at] }))
  return { attachments: rows }
}
