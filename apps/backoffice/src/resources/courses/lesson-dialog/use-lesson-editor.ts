import {
  type EditedLesson,
  type LessonTarget,
  STALE_HINTS,
} from '@rookies/data/course-editing/edited-lesson'
import { lessonAttachments } from '@rookies/data/course-editing/lesson-attachments'
import {
  changedLessonFields,
  mergeLessonEdits,
  withMeantLinks,
} from '@rookies/data/course-editing/lesson-changes'
import {
  type LessonDraft,
  lessonDraftPlace,
  readLessonDraft,
} from '@rookies/data/course-editing/lesson-draft'
import {
  EMPTY_LESSON_FORM,
  LESSON_FIELDS,
  type LessonErrors,
  type LessonField,
  type LessonFormValues,
  lessonColumns,
  lessonErrors,
  lessonFieldOf,
  lessonFormValues,
} from '@rookies/data/course-editing/lesson-form'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { newId } from '@rookies/data/device/new-id'
import { localStore } from '@rookies/data/device/store'
import { type DataError, isTransient, toDataError } from '@rookies/data/errors'
import type { StoredFile } from '@rookies/data/files/stored-file'
import { withoutMarks } from '@rookies/data/files/text-files'
import { failure } from '@rookies/data/toasts'
import { useEffect, useMemo, useState } from 'react'
import { usePerson } from '../../../app/person'
import { useToasts } from '../../../app/toasts'
import { useAct } from '../../../app/use-act'
import { useRead } from '../../../app/use-read'
import { useStoredDraft } from '../../../kit/use-stored-draft'
import { useVideoLength } from './use-video-length'

export interface LessonDialogProps {
  /** The dialog edits an existing lesson, or creates one in a module. */
  kind: 'lesson' | 'module'
  id: string
  /** The slug of the course. */
  slug: string
  /** Whether the lesson was saved for the first time in this dialog, which stays open. */
  wasCreated?: boolean
  onClose: () => void
  /** Called with a new lesson that was saved and stays open. */
  onCreated: (id: string) => void
}

/** An edit of a lesson: the values, and the version that they started from. */
interface Edit {
  base: LessonFormValues
  values: LessonFormValues
  /** The value of `updated_at` of that version; null for a new lesson. */
  version: string | null
}

/** A version that another person saved during the edit. */
export interface LessonConflict {
  theirs: LessonFormValues
  version: string
  /** The fields that the other person changed. */
  fields: LessonField[]
  /** The fields that the user of this dialog changed. */
  mine: LessonField[]
}

const NEW_LESSON: Edit = { base: EMPTY_LESSON_FORM, values: EMPTY_LESSON_FORM, version: null }

function editOf(lesson: EditedLesson): Edit {
  const values = lessonFormValues(lesson)
  return { base: values, values, version: lesson.updated_at }
}

const PROOF_FAILED = failure(
  'The lesson is saved, but the proof could not be asked for. Press Prove again.',
)

const PROOF_REFUSED = failure('The proof was refused. The reasons are under Publishing.')
const PROVED = { title: 'Success', text: 'Exercise proved. Learners have this version.' }

const NO_FILES: readonly StoredFile[] = []

/** What the dialog does after a save. */
type AfterSave = 'CLOSE' | 'ANOTHER' | 'PROVE' | 'STAY'

/**
 * The state and the actions of the lesson dialog, from reading the lesson to saving it. While `waits` is set, files
 * are being uploaded and the lesson cannot be saved.
 */
export function useLessonEditor(
  { kind, id, wasCreated = false, onClose, onCreated }: LessonDialogProps,
  waits: boolean,
) {
  const { account } = usePerson()
  const toasts = useToasts()

  const place = lessonDraftPlace(account.id, kind, id)
  // The lesson is not read from the cache, so that an edit starts from the latest version.
  const read = useRead('lessons/edited', {
    input: { id },
    enabled: kind === 'lesson',
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const lesson = read.data?.lesson
  const initial = useMemo(
    () => (kind === 'module' ? NEW_LESSON : lesson ? editOf(lesson) : null),
    [kind, lesson],
  )
  const [touched, setTouched] = useState<Edit | null>(null)
  const edit = touched ?? initial

  const [found, setFound] = useState(() => readLessonDraft(localStore, place, Date.now()))
  const offer =
    found && edit && changedLessonFields(edit.base, found.values).length > 0 ? found : null

  const [refused, setRefused] = useState<LessonErrors>({})
  /** Changes the current values, for changes that the person did not type. */
  const changeLatest = (change: (values: LessonFormValues) => Partial<LessonFormValues>) => {
    setRefused({})
    setTouched((before) => {
      const from = before ?? initial
      return from && { ...from, values: { ...from.values, ...change(from.values) } }
    })
  }
  const change = (values: Partial<LessonFormValues>) => changeLatest(() => values)
  const length = useVideoLength(edit, change)
  const { typed } = length

  const dirty = useMemo(
    () => typed !== null && changedLessonFields(typed.base, typed.values).length > 0,
    [typed],
  )
  /**
   * Sent with a new lesson and stored with its draft, so that repeating a save whose answer was lost creates the
   * lesson only once (rules/data#idempotent).
   */
  const [operationId, setOperationId] = useState(newId)
  const draft = useStoredDraft(localStore, place)
  const { keep } = draft
  useEffect(
    () => keep(dirty && typed ? { ...typed, operationId } : null),
    [keep, dirty, typed, operationId],
  )

  const [checked, setChecked] = useState(false)
  const [conflict, setConflict] = useState<LessonConflict | null>(null)
  const [failed, setFailed] = useState<DataError | null>(null)
  const errors: LessonErrors =
    edit && checked ? { ...refused, ...lessonErrors(edit.values, edit.base) } : refused

  const { mutateAsync: store } = useAct({
    act: ({ target, values }: { target: LessonTarget; values: LessonFormValues }) => ({
      name: 'lessons/save',
      input: {
        target,
        // The browser's undo can bring back the placeholder of an uploaded file, so placeholders are removed.
        columns: lessonColumns({ ...values, content: withoutMarks(values.content) }),
        attachments: lessonAttachments(values.attachments),
      },
    }),
    rereads: 'meanwhile',
  })

  const { mutateAsync: prove } = useAct({
    act: (asked: { id: string }) => ({ name: 'exercises/prove', input: asked }),
    rereads: 'meanwhile',
  })

  /** Saves, and returns the id of the lesson, or the newer version if there is a conflict. */
  async function write({ base, values, version }: Edit): Promise<string | LessonConflict> {
    if (version === null) return store({ target: { moduleId: id, operationId }, values })
    try {
      return await store({ target: { lessonId: id, unchangedSince: version }, values })
    } catch (cause) {
      if (!STALE_HINTS.includes(toDataError(cause).hint)) throw cause
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
      // The lesson's position has changed, which this form does not edit, or the version number of the exercise. The
      // save is repeated with the new version.
      return store({
        target: { lessonId: id, unchangedSince: latest.updated_at },
        values: mergeLessonEdits(base, values, theirs),
      })
    }
  }

  /** Whether a save is under way, which can take several requests. */
  const [saving, setSaving] = useState(false)
  /** Whether a save that stays open has ended, and its result was not shown yet. */
  const [hasResult, setHasResult] = useState(wasCreated)
  /** Number of lessons saved before this one with Save and Add Another. */
  const [round, setRound] = useState(0)
  async function save(wanted: Edit, next: AfterSave) {
    setSaving(true)
    try {
      const saved = await write(wanted)
      if (typeof saved !== 'string') {
        setConflict(saved)
        return
      }
      draft.forget()
      setOperationId(newId())
      /** The saved edit, while the form would otherwise show the older values; otherwise null. */
      let shown: Edit | null = null
      const stays = next === 'PROVE' || next === 'STAY'
      if (next === 'PROVE') {
        const answer = await prove({ id: saved }).catch(() => null)
        if (answer === null) toasts.failed(PROOF_FAILED)
        else if (answer.proof.state === 'REFUSED') toasts.failed(PROOF_REFUSED)
        else if (answer.proof.state === 'PROVED') toasts.succeeded(PROVED)
      }
      if (stays && kind === 'lesson') {
        const { isError } = await read.refetch()
        if (isError) shown = { ...wanted, base: wanted.values }
      }
      // Without this, closing the dialog would store the draft again.
      setTouched(shown)
      toasts.succeeded(
        kind === 'lesson' ? COURSE_MESSAGES.lessonUpdated : COURSE_MESSAGES.lessonCreated,
      )
      if (stays) {
        if (kind === 'module') onCreated(saved)
        else setHasResult(true)
      } else if (next === 'ANOTHER') {
        setChecked(false)
        length.forget()
        setRound((before) => before + 1)
      } else onClose()
    } catch (cause) {
      const error = toDataError(cause)
      const field = error.code === 'PT422' ? lessonFieldOf(error.hint) : null
      setFailed(error)
      if (field) setRefused({ [field]: error.message })
      const refused =
        kind === 'lesson' ? COURSE_MESSAGES.lessonUpdateFailed : COURSE_MESSAGES.lessonCreateFailed
      // If the answer was lost, the lesson may have been saved nevertheless.
      toasts.failed(isTransient(error) ? COURSE_MESSAGES.lessonSaveFailed : refused)
    } finally {
      setSaving(false)
    }
  }

  /** Saves if the form is valid; else returns the first invalid field. */
  function attempt(next: AfterSave): LessonField | null {
    if (!edit || saving || conflict || waits) return null
    const values = withMeantLinks(edit.base, edit.values)
    // The fields show the values as they are stored, because the dialog may stay open.
    if (touched) setTouched({ ...edit, values })
    const wrong = lessonErrors(values, edit.base)
    setChecked(true)
    setFailed(null)
    const first = LESSON_FIELDS.find((field) => wrong[field])
    if (first) return first
    void save({ ...edit, values }, next)
    return null
  }

  const goOnWith = (next: Edit) => {
    setTouched(next)
    setConflict(null)
  }

  return {
    /** The values of the form; null while the lesson loads. */
    values: edit?.values ?? null,
    /** The lesson's files, as far as they are known. */
    files: lesson?.lesson_files ?? NO_FILES,
    /** Whether the lesson was deleted. Unsaved changes stay on screen. */
    gone: kind === 'lesson' && lesson === null && touched === null,
    loadFailed: read.isError && !read.data,
    loading: read.isFetching,
    retry: () => void read.refetch(),
    offer,
    /** Whether the lesson was saved after the offered draft was started. */
    offerIsOlder: offer !== null && initial !== null && offer.version !== initial.version,
    restore: ({ base, values, version, operationId: begun }: LessonDraft) => {
      setTouched({ base, values, version })
      if (begun) setOperationId(begun)
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
    amend: changeLatest,
    /** A note about the length of the video, and the actions on it. */
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
    failure: failed,
    saving,
    round,
    isNew: kind === 'module',
    /**
     * Saves if the form is valid; else returns the first invalid field. After a save the dialog closes, or starts
     * another lesson of the same module.
     */
    save: ({ addAnother = false } = {}) =>
      attempt(addAnother && kind === 'module' ? 'ANOTHER' : 'CLOSE'),
    /** Saves the lesson and asks the server to check its exercise. Returns like `save`; the dialog stays open. */
    prove: () => attempt('PROVE'),
    /** Saves the lesson. Returns like `save`; the dialog stays open. */
    saveAndStay: () => attempt('STAY'),
    hasResult,
    sawResult: () => setHasResult(false),
    /** The stored version of the exercise with the result of the server's check; null if there is none. */
    exercise: lesson?.exerciseToEdit ?? null,
  }
}

export type LessonEditor = ReturnType<typeof useLessonEditor>
