import { attachmentTitle, MAX_ATTACHMENTS } from '@rookies/data/course-editing/lesson-attachments'
import { isPicture } from '@rookies/data/files/file-types'
import { type StoredFile, storedLink } from '@rookies/data/files/stored-file'
import {
  applied,
  type Insertion,
  insertMarks,
  placeholder,
  removeMark,
  replaceMark,
} from '@rookies/data/files/text-files'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Upload, UploadKind } from '../files/upload-queue'
import type { Uploads } from '../files/use-uploads'
import { controlId } from './form-fields'
import type { LessonEditor } from './use-lesson-editor'
import { writeIntoField } from './write-into-field'

/** A picture that was inserted into the text and has no alternative text yet. */
export type PictureAsked = Pick<Upload, 'id' | 'file'>

/** A file that is inserted into the text: its placeholder, and the facts that are known so far. */
interface PlacedFile {
  mark: string
  stored?: StoredFile
  /** The alternative text; missing until the person has answered. */
  alt?: string
}

const NO_PROBLEMS: Record<UploadKind, readonly string[]> = { attachment: [], file: [], text: [] }
const NOTHING: Insertion = { from: 0, to: 0, insert: '' }

/** Adds files to a lesson: as attachments, as the lesson's file, or in its text (rules/files#named). */
export function useLessonFiles(formId: string, editor: LessonEditor, uploads: Uploads) {
  const { amend, values } = editor
  const { queue } = uploads
  const [arrived, setArrived] = useState<readonly StoredFile[]>([])
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [questions, setQuestions] = useState<readonly PictureAsked[]>([])
  const [announcement, setAnnouncement] = useState('')
  const inText = useRef(new Map<string, PlacedFile>())
  // The latest text of the form, because people type while files are uploaded.
  const latest = useRef('')
  useEffect(() => {
    latest.current = values?.content ?? ''
  })

  const tell = (kind: UploadKind, sentences: readonly string[]) =>
    setProblems((before) => ({ ...before, [kind]: sentences }))
  const add = (
    files: readonly File[],
    kind: UploadKind,
    end: { onDone: (stored: StoredFile, id: string) => void; onGone?: (upload: Upload) => void },
  ) => {
    const { added, refused } = queue.add(files, kind, {
      ...end,
      onDone: (stored, { id }) => {
        setArrived((before) => [...before, stored])
        setAnnouncement(`${stored.name} is uploaded.`)
        end.onDone(stored, id)
      },
    })
    tell(kind, refused)
    return added
  }

  const field = () => {
    const shown = document.getElementById(controlId(formId, 'content'))
    return shown instanceof HTMLTextAreaElement ? shown : null
  }
  /** Changes the text in the field or, if the field is not shown, in the form. Returns whether the text changed. */
  const rewrite = (change: (text: string) => Insertion | null): boolean => {
    const shown = field()
    const now = change(shown?.value ?? latest.current)
    if (!now) return false
    if (shown) writeIntoField(shown, now)
    else amend(({ content }) => ({ content: applied(content, change(content) ?? NOTHING) }))
    return true
  }
  const settle = (id: string) => {
    const file = inText.current.get(id)
    if (!file?.stored || file.alt === undefined) return
    const { mark, stored, alt } = file
    inText.current.delete(id)
    if (rewrite((text) => replaceMark(text, mark, stored, alt))) return
    tell('text', [
      `${stored.name} was removed from the text during the upload. Add it again to show it.`,
    ])
  }
  const leave = ({ id }: Upload) => {
    const file = inText.current.get(id)
    inText.current.delete(id)
    setQuestions((before) => before.filter((question) => question.id !== id))
    if (file) rewrite((text) => removeMark(text, file.mark))
  }

  // Memoized, because the preview is rendered again whenever this list changes.
  const known = useMemo(() => [...editor.files, ...arrived], [editor.files, arrived])

  return {
    /** The files that the form refers to, as far as they are known. */
    known,
    problems,
    announcement,
    dismiss: (kind: UploadKind) => tell(kind, []),
    /** Uploads files as attachments, up to the largest number of attachments. */
    attach: (files: readonly File[]) => {
      const room = MAX_ATTACHMENTS - (values?.attachments.length ?? 0)
      const added = add(files.slice(0, room), 'attachment', {
        onDone: ({ path }, id) =>
          amend(({ attachments }) => ({
            attachments: attachments.map((row) =>
              row.id === id ? { ...row, url: storedLink(path) } : row,
            ),
          })),
      })
      const rows = added.map(({ id, name }) => ({ id, title: attachmentTitle(name), url: '' }))
      if (rows.length > 0) amend(({ attachments }) => ({ attachments: [...attachments, ...rows] }))
      if (files.length > room) {
        setProblems((before) => ({
          ...before,
          attachment: [...before.attachment, `A lesson has at most ${MAX_ATTACHMENTS} attachments`],
        }))
      }
    },
    /** Uploads the lesson's file. */
    choose: (files: readonly File[]) => {
      if (files.length !== 1) {
        tell('file', ['A lesson has one file. Add the others as attachments.'])
        return
      }
      // The new file replaces one whose upload is in progress.
      for (const { id, kind } of uploads.list) if (kind === 'file') queue.cancel(id)
      add(files, 'file', {
        onDone: ({ path, name, size }) => amend(() => ({ file: { key: path, name, size } })),
      })
    },
    /** Uploads files into the text, at the caret. */
    write: (files: readonly File[]) => {
      const shown = field()
      if (!shown) return
      const added = add(files, 'text', {
        onDone: (stored, id) => {
          const file = inText.current.get(id)
          if (file) file.stored = stored
          settle(id)
        },
        onGone: leave,
      })
      const marks: string[] = []
      for (const upload of added) {
        const mark = placeholder(upload, [shown.value, ...marks].join('\n'))
        marks.push(mark)
        inText.current.set(upload.id, { mark, ...(!isPicture(upload) && { alt: '' }) })
      }
      if (marks.length === 0) return
      const { value: text, selectionStart, selectionEnd } = shown
      // A field that never had the focus has no caret, so the file is added at the end.
      const [from, to] =
        'entered' in shown.dataset ? [selectionStart, selectionEnd] : [text.length, text.length]
      const change = insertMarks({ text, from, to }, marks)
      shown.focus()
      writeIntoField(shown, change)
      shown.setSelectionRange(from + change.insert.length, from + change.insert.length)
      if (from === text.length) shown.scrollTop = shown.scrollHeight
      setQuestions((before) => [...before, ...added.filter(isPicture)])
    },
    /** The next picture without alternative text; null if there is none. */
    question: questions[0] ?? null,
    /** Sets a picture's alternative text; an empty one if the person gave none. */
    answer: ({ id }: PictureAsked, alt: string) => {
      setQuestions((before) => before.filter((question) => question.id !== id))
      const file = inText.current.get(id)
      if (file) file.alt = alt
      // Waits until the text field has the focus again, so that the browser's undo includes the change.
      requestAnimationFrame(() => settle(id))
    },
    /** Resets everything that belongs to the previous lesson. */
    forget: () => {
      queue.cancelAll()
      inText.current.clear()
      setQuestions([])
      setProblems(NO_PROBLEMS)
    },
  }
}

export type LessonFiles = ReturnType<typeof useLessonFiles>
