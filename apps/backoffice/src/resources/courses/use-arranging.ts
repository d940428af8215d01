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
import { COURSE_TOASTS } from '@rookies/data/course-editing/messages'
import { isStaleOrder } from '@rookies/data/course-editing/reorder-course'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useRefreshCatalogue } from './use-refresh-catalogue'

/** A module or a lesson on its way to another place. */
export interface Moving {
  kind: 'module' | 'lesson'
  id: string
  title: string
}

interface Draft {
  moving: Moving
  /** Moved by keys rather than by pointer. */
  byKeys: boolean
  /** The order that the person saw when they began, which the database compares with its own. */
  from: CourseOrder
  order: CourseOrder
}

/**
 * Moving modules and lessons: what is on screen while something moves and while the new order is being
 * written, and what a screen reader hears of it. One write when it is put down, for the whole course;
 * an order that another person has changed is reported and shown (rules/courses#reorder).
 */
export function useArranging(courseId: string, modules: readonly ModuleSummary[]) {
  const toasts = useToasts()
  const refresh = useRefreshCatalogue()
  const { mutateAsync: reorder } = useAct({
    act: (orders: { wanted: CourseOrder; expected: CourseOrder }) => ({
      name: 'courses/reorder',
      input: { id: courseId, ...orders },
    }),
  })
  const written = useMemo(() => courseOrder(modules), [modules])
  const [draft, setDraft] = useState<Draft | null>(null)
  const [saving, setSaving] = useState(false)
  const [news, setNews] = useState('')
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
      setNews(
        `${moving.title} picked up, ${place(written, moving)}. Move it with the arrow keys, put it down with Space, or take it back with Escape.`,
      )
    }
  }

  const show = (next: CourseOrder) => {
    if (!draft || next === draft.order) return
    setDraft({ ...draft, order: next })
    if (draft.byKeys) setNews(`${draft.moving.title}, ${place(next, draft.moving)}.`)
  }

  const step = (by: -1 | 1) => {
    if (!draft || saving) return
    const { kind, id } = draft.moving
    show(kind === 'module' ? stepModule(draft.order, id, by) : stepLesson(draft.order, id, by))
  }

  const cancel = useCallback(() => {
    if (saving) return
    setDraft((before) => {
      if (before) setNews(`${before.moving.title} is back where it was.`)
      return null
    })
  }, [saving])

  /** Shows an order, writes it, and says whether that went well. */
  const write = useCallback(
    async (wanted: Draft): Promise<boolean> => {
      const { moving, from, order } = wanted
      setDraft(wanted)
      setSaving(true)
      let written = true
      try {
        await reorder({ wanted: order, expected: from })
        setNews(`${moving.title} put down, ${place(order, moving)}.`)
      } catch (error) {
        written = false
        toasts.failed(isStaleOrder(error) ? COURSE_TOASTS.orderStale : COURSE_TOASTS.orderFailed)
      }
      await refresh()
      setSaving(false)
      setDraft(null)
      return written
    },
    [reorder, place, refresh, toasts],
  )

  /** Puts down what moves and writes the order; `final` is where the pointer left it. */
  const drop = useCallback(
    async (final?: CourseOrder) => {
      if (!draft || saving) return
      const wanted = final ?? draft.order
      if (isSameOrder(wanted, draft.from)) cancel()
      else await write({ ...draft, order: wanted })
    },
    [draft, saving, write, cancel],
  )

  /** Undo is a second act: the order from before, unless another person has changed it since. */
  const takeBack = async (wanted: CourseOrder, expected: CourseOrder) => {
    try {
      await reorder({ wanted, expected })
    } catch (error) {
      toasts.failed(isStaleOrder(error) ? COURSE_TOASTS.orderStale : COURSE_TOASTS.orderFailed)
    }
    await refresh()
  }

  const send = async (moving: Moving, module: Pick<ModuleSummary, 'id' | 'title'>) => {
    if (draft || saving) return
    const order = moveLesson(written, moving.id, module.id, Number.POSITIVE_INFINITY)
    if (order === written) return
    if (await write({ moving, byKeys: true, from: written, order })) {
      toasts.succeeded({ title: 'Success', text: `Lesson moved to ${module.title}` }, () => {
        void takeBack(written, order)
      })
    }
  }

  // Leaving the row puts it down.
  const liftedByKeys = draft?.byKeys === true
  useEffect(() => {
    if (!liftedByKeys) return
    const onPointerDown = () => void drop()
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [liftedByKeys, drop])

  const acts = useSteady({
    lift,
    step,
    drop,
    send,
    cancel,
    carryLesson: (lessonId, moduleId, to) => {
      if (draft) show(moveLesson(draft.order, lessonId, moduleId, to))
    },
  })
  return { order, moving: draft?.moving ?? null, liftedByKeys, saving, news, acts }
}

/** What can be done while things are arranged. The same object at each render, so that rows stay. */
export interface ArrangingActs {
  lift: (moving: Moving, byKeys: boolean) => void
  step: (by: -1 | 1) => void
  /** Puts down what moves and writes the order; `final` is where the pointer left it. */
  drop: (final?: CourseOrder) => Promise<void>
  /** Writes a lesson behind the last one of another module, and offers the way back. */
  send: (lesson: Moving, module: Pick<ModuleSummary, 'id' | 'title'>) => Promise<void>
  cancel: () => void
  /** A lesson is carried over another place: shown there, not written yet. */
  carryLesson: (lessonId: string, moduleId: string, to: number) => void
}

/** One object for all renders, whose functions are those of the latest. */
function useSteady(latest: ArrangingActs): ArrangingActs {
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
