import type { ModuleSummary } from '@rookies/data/course-editing/course-content'
import {
  type CourseOrder,
  courseOrder,
  isSameOrder,
  moveLesson,
  placeOf,
  stepLesson,
  stepModule,
} from '@rookies/data/course-editing/course-order'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { isStaleOrder } from '@rookies/data/course-editing/reorder-course'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'

/** A module or lesson that is being moved. */
export interface Moving {
  kind: 'module' | 'lesson'
  id: string
  title: string
}

interface Draft {
  moving: Moving
  /** Whether the item is moved by keyboard, not by pointer. */
  byKeys: boolean
  /** The order at the start of the move, which the database compares with the stored order. */
  from: CourseOrder
  order: CourseOrder
}

interface Saving {
  wanted: CourseOrder
  expected: CourseOrder
  /** The announcement for screen readers once the order is saved; missing for Undo. */
  announced?: string
}

/**
 * Reorders modules and lessons. Holds the order on screen during a move and its save, and the announcements for
 * screen readers. Dropping saves the order of the whole course in one call. If another person has changed the order,
 * a toast says so and the list shows the order of that person (rules/courses#reorder).
 */
export function useReordering(courseId: string, modules: readonly ModuleSummary[]) {
  const toasts = useToasts()
  const { mutateAsync: reorder, mutate: takeBack } = useAct({
    act: ({ wanted, expected }: Saving) => ({
      name: 'courses/reorder',
      input: { id: courseId, wanted, expected },
    }),
    onSuccess: (_, { announced }) => announced && setAnnouncement(announced),
    onError: (error) =>
      toasts.failed(isStaleOrder(error) ? COURSE_MESSAGES.orderStale : COURSE_MESSAGES.orderFailed),
  })
  const written = useMemo(() => courseOrder(modules), [modules])
  const [draft, setDraft] = useState<Draft | null>(null)
  const [saving, setSaving] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const order = draft?.order ?? written

  const place = useCallback(
    (shown: CourseOrder, { id, kind }: Moving): string => {
      const at = placeOf(shown, id)
      if (!at) return ''
      const place = `place ${at.place} of ${at.of}`
      const module = modules.find((candidate) => candidate.id === at.moduleId)
      return kind === 'lesson' && module ? `${place} in ${module.title}` : place
    },
    [modules],
  )

  const lift = (moving: Moving, byKeys: boolean) => {
    if (saving) return
    setDraft({ moving, byKeys, from: written, order: written })
    if (byKeys) {
      setAnnouncement(
        `${moving.title} picked up, ${place(written, moving)}. Move it with the arrow keys, drop it with Space, or cancel with Escape.`,
      )
    }
  }

  const show = (next: CourseOrder) => {
    if (!draft || next === draft.order) return
    setDraft({ ...draft, order: next })
    if (draft.byKeys) setAnnouncement(`${draft.moving.title}, ${place(next, draft.moving)}.`)
  }

  const step = (by: -1 | 1) => {
    if (!draft || saving) return
    const { kind, id } = draft.moving
    show(kind === 'module' ? stepModule(draft.order, id, by) : stepLesson(draft.order, id, by))
  }

  const cancel = useCallback(() => {
    if (saving) return
    setDraft((before) => {
      if (before) setAnnouncement(`${before.moving.title} is back where it was.`)
      return null
    })
  }, [saving])

  /** Shows an order, saves it, and returns whether that succeeded. */
  const write = useCallback(
    async (wanted: Draft): Promise<boolean> => {
      const { moving, from, order } = wanted
      setDraft(wanted)
      setSaving(true)
      const announced = `${moving.title} dropped, ${place(order, moving)}.`
      const written = await reorder({ wanted: order, expected: from, announced }).then(
        () => true,
        () => false,
      )
      setSaving(false)
      setDraft(null)
      return written
    },
    [reorder, place],
  )

  /** Drops the moving item and saves the order; `final` is the order at the pointer's position. */
  const drop = useCallback(
    async (final?: CourseOrder) => {
      if (!draft || saving) return
      const wanted = final ?? draft.order
      if (isSameOrder(wanted, draft.from)) cancel()
      else await write({ ...draft, order: wanted })
    },
    [draft, saving, write, cancel],
  )

  const send = async (moving: Moving, module: Pick<ModuleSummary, 'id' | 'title'>) => {
    if (draft || saving) return
    const order = moveLesson(written, moving.id, module.id, Number.POSITIVE_INFINITY)
    if (order === written) return
    if (await write({ moving, byKeys: true, from: written, order })) {
      // Undo saves the previous order; the database refuses if another person has changed the order since.
      toasts.succeeded({ title: 'Success', text: `Lesson moved to ${module.title}` }, () =>
        takeBack({ wanted: written, expected: order }),
      )
    }
  }

  // An item that was picked up by keyboard is dropped when its row loses the focus.
  const liftedByKeys = draft?.byKeys === true
  useEffect(() => {
    if (!liftedByKeys) return
    const onPointerDown = () => void drop()
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [liftedByKeys, drop])

  const actions = useStableActions({
    lift,
    step,
    drop,
    send,
    cancel,
    carryLesson: (lessonId, moduleId, to) => {
      if (draft) show(moveLesson(draft.order, lessonId, moduleId, to))
    },
  })
  return { order, moving: draft?.moving ?? null, liftedByKeys, saving, announcement, actions }
}

/** The actions of reordering. Each render returns the same object, so that memoized rows do not render again. */
export interface ReorderActions {
  lift: (moving: Moving, byKeys: boolean) => void
  step: (by: -1 | 1) => void
  /** Drops the moving item and saves the order; `final` is the order at the pointer's position. */
  drop: (final?: CourseOrder) => Promise<void>
  /** Moves a lesson to the end of another module, and offers Undo. */
  send: (lesson: Moving, module: Pick<ModuleSummary, 'id' | 'title'>) => Promise<void>
  cancel: () => void
  /** Shows a dragged lesson at another place without saving the order. */
  carryLesson: (lessonId: string, moduleId: string, to: number) => void
}

/** Returns one object for all renders, whose functions call those of the latest render. */
function useStableActions(latest: ReorderActions): ReorderActions {
  const current = useRef(latest)
  useLayoutEffect(() => {
    current.current = latest
  })
  return useMemo(
    () => ({
      lift: (moving, byKeys) => current.current.lift(moving, byKeys),
      step: (by) => current.current.step(by),
      drop: (final) => current.current.drop(final),
      send: (lesson, module) => current.current.send(lesson, module),
      cancel: () => current.current.cancel(),
      carryLesson: (lessonId, moduleId, to) => current.current.carryLesson(lessonId, moduleId, to),
    }),
    [],
  )
}
