import type { EditedLesson } from '@rookies/data/course-editing/edited-lesson'
import { lessonAttachments } from '@rookies/data/course-editing/lesson-attachments'
import {
  type DraftPlace,
  type LessonDraft,
  readDraft,
} from '@rookies/data/course-editing/lesson-draft'
import {
  changedLessonFields,
  EMPTY_LESSON_FORM,
  LESSON_FIELDS,
  type LessonErrors,
  type LessonField,
  type LessonFormValues,
  lessonColumns,
  lessonErrors,
  lessonFieldOf,
  lessonFormValues,
  mergeLessonEdits,
} from '@rookies/data/course-editing/lesson-form'
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { type LessonTarget, STALE_LESSON } from '@rookies/data/course-editing/save-lesson'
import { localStore } from '@rookies/data/device/store'
import { type DataError, isTransient, toDataError } from '@rookies/data/errors'
import type { StoredFile } from '@rookies/data/files/stored-file'
import { withoutMarks } from '@rookies/data/files/text-files'
import { useMemo, useState } from 'react'
import { usePerson } from '../../../app/person'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'
import { useRead } from '../../../app/use-read'
import { useRefreshCatalogue } from '../use-refresh-catalogue'
import { useKeptDraft } from './use-kept-draft'
import { useVideoLength } from './use-video-length'

export interface LessonDialogProps {
  /** An existing lesson, or the module that a new one is for. */
  kind: 'lesson' | 'module'
  id: string
  onClose: () => void
}

/** A lesson under edit: what is typed, and the version that it is an edit of. */
interface Edit {
  base: LessonFormValues
  values: LessonFormValues
  /** `updated_at` of that version; null for a new lesson. */
  version: string | null
}

/** What another person saved while this was being written. */
export interface LessonConflict {
  theirs: LessonFormValues
  version: string
  /** What they changed. */
  fields: LessonField[]
  /** What was changed here. */
  mine: LessonField[]
}

const FRESH: Edit = { base: EMPTY_LESSON_FORM, values: EMPTY_LESSON_FORM, version: null }

function editOf(lesson: EditedLesson): Edit {
  const values = lessonFormValues(lesson)
  return { base: values, values, version: lesson.updated_at }
}

const NO_FILES: readonly StoredFile[] = []

/**
 * Everything that the lesson dialog does, from reading the lesson to saving it. `waits`: nothing is saved while files
 * are on their way.
 */
export function useLessonEditor({ kind, id, onClose }: LessonDialogProps, waits: boolean) {
  const { account } = usePerson()
  const toasts = useToasts()
  const refresh = useRefreshCatalogue()

  const place: DraftPlace = { personId: account.id, kind, id }
  // Never from a cache, so that an edit begins with the latest version.
  const read = useRead('lessons/edited', {
    input: { id },
    enabled: kind === 'lesson',
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const lesson = read.data?.lesson
  const begun = useMemo(
    () => (kind === 'module' ? FRESH : lesson ? editOf(lesson) : null),
    [kind, lesson],
  )
  const [touched, setTouched] = useState<Edit | null>(null)
  const edit = touched ?? begun

  const [found, setFound] = useState(() => readDraft(localStore, place, Date.now()))
  const offer =
    found && edit && changedLessonFields(edit.base, found.values).length > 0 ? found : null

  const [refused, setRefused] = useState<LessonErrors>({})
  /** A change of the form as it is by then, for what comes of itself. */
  const amend = (change: (values: LessonFormValues) => Partial<LessonFormValues>) => {
    setRefused({})
    setTouched((before) => {
      const from = before ?? begun
      return from && { ...from, values: { ...from.values, ...change(from.values) } }
    })
  }
  const change = (values: Partial<LessonFormValues>) => amend(() => values)
  const length = useVideoLength(edit, change)
  const { typed } = length

  const dirty = useMemo(
    () => typed !== null && changedLessonFields(typed.base, typed.values).length > 0,
    [typed],
  )
  const draft = useKeptDraft(place, dirty ? typed : null)

  const [checked, setChecked] = useState(false)
  const [conflict, setConflict] = useState<LessonConflict | null>(null)
  const [failure, setFailure] = useState<DataError | null>(null)
  const errors: LessonErrors =
    edit && checked ? { ...refused, ...lessonErrors(edit.values) } : refused

  const { mutateAsync: store } = useAct({
    act: ({ target, values }: { target: LessonTarget; values: LessonFormValues }) => ({
      name: 'lessons/save',
      input: {
        target,
        // Undoing brings back what stood for a file that has arrived.
        columns: lessonColumns({ ...values, content: withoutMarks(values.content) }),
        attachments: lessonAttachments(values.attachments),
      },
    }),
  })

  /** Writes, and answers the version that stands in the way if there is one. */
  async function write({ base, values, version }: Edit): Promise<LessonConflict | null> {
    if (version === null) {
      await store({ target: { moduleId: id }, values })
      return null
    }
    try {
      await store({ target: { lessonId: id, unchangedSince: version }, values })
      return null
    } catch (cause) {
      if (toDataError(cause).hint !== STALE_LESSON) throw cause
      const { data } = await read.refetch({ throwOnError: true })
      const latest: EditedLesson | null | undefined = data?.data.lesson
      if (!latest) throw cause
      const theirs = lessonFormValues(latest)
      const fields = changedLessonFields(base, theirs)
      if (fields.length > 0) {
        return {
          theirs,
          version: latest.updated_at,
          fields,
          mine: typed ? changedLessonFields(base, typed.values) : [],
        }
      }
      // Only its place in the course is new, which is not edited here.
      await store({ target: { lessonId: id, unchangedSince: latest.updated_at }, values })
      return null
    }
  }

  /** Several requests may make one saving. */
  const [saving, setSaving] = useState(false)
  /** Lessons that were saved here before this one, each followed by the next. */
  const [round, setRound] = useState(0)
  async function save(wanted: Edit, addAnother: boolean) {
    setSaving(true)
    try {
      const inTheWay = await write(wanted)
      if (inTheWay) {
        setConflict(inTheWay)
        return
      }
      draft.forget()
      // Or closing would keep it once more.
      setTouched(null)
      toasts.succeeded(
        kind === 'lesson' ? COURSE_TOASTS.lessonUpdated : COURSE_TOASTS.lessonCreated,
      )
      if (addAnother) {
        setChecked(false)
        length.forget()
        setRound((before) => before + 1)
      } else onClose()
    } catch (cause) {
      const error = toDataError(cause)
      const field = error.code === 'PT422' ? lessonFieldOf(error.hint) : null
      setFailure(error)
      if (field) setRefused({ [field]: error.message })
      const refused =
        kind === 'lesson' ? COURSE_TOASTS.lessonUpdateFailed : COURSE_TOASTS.lessonCreateFailed
      // A lost answer is no refusal: it may be saved all the same.
      toasts.failed(isTransient(error) ? COURSE_TOASTS.lessonSaveFailed : refused)
    } finally {
      setSaving(false)
      void refresh()
    }
  }

  const goOnWith = (next: Edit) => {
    setTouched(next)
    setConflict(null)
  }

  return {
    /** Null until the lesson is there. */
    values: edit?.values ?? null,
    /** What is known of the files that the lesson holds. */
    files: lesson?.lesson_files ?? NO_FILES,
    /** Whatever was typed stays on screen all the same. */
    gone: kind === 'lesson' && lesson === null && touched === null,
    loadFailed: read.isError && !read.data,
    loading: read.isFetching,
    retry: () => void read.refetch(),
    offer,
    /** The lesson was saved after the offered draft was begun. */
    offerIsOlder: offer !== null && begun !== null && offer.version !== begun.version,
    restore: ({ base, values, version }: LessonDraft) => {
      setTouched({ base, values, version })
      setFound(null)
    },
    discard: () => {
      draft.forget()
      setFound(null)
    },
    dirty,
    kept: draft.kept,
    giveUp: () => {
      draft.forget()
      setTouched(null)
      onClose()
    },
    change: length.change,
    amend,
    /** What is to be said of the video's length, and what is done with it. */
    length,
    errors,
    conflict,
    keepMine: ({ theirs, version }: LessonConflict) => {
      if (!typed) return
      goOnWith({
        base: theirs,
        version,
        values: mergeLessonEdits(typed.base, typed.values, theirs),
      })
    },
    takeTheirs: ({ theirs, version }: LessonConflict) =>
      goOnWith({ base: theirs, version, values: theirs }),
    failure,
    saving,
    round,
    isNew: kind === 'module',
    /**
     * Saves what is right; answers the first field that is not. What is saved closes the dialog, or makes room
     * for the next lesson of the same module.
     */
    save: ({ addAnother = false } = {}): LessonField | null => {
      if (!edit || saving || conflict || waits) return null
      const wrong = lessonErrors(edit.values)
      setChecked(true)
      setFailure(null)
      const first = LESSON_FIELDS.find((field) => wrong[field])
      if (first) return first
      void save(edit, addAnother && kind === 'module')
      return null
    },
  }
}

export type LessonEditor = ReturnType<typeof useLessonEditor>
