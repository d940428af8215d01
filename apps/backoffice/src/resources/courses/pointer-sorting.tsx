import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'

interface PointerSortingProps {
  kind: 'module' | 'lesson'
  id: string
  /** The list item of the row. */
  element: RefObject<HTMLElement | null>
  /** `usePointerSorting` calls this function when a drag starts. */
  begin: RefObject<BeginDrag | null>
}

type BeginDrag = (event: PointerEvent) => void

/**
 * What a row needs for dragging by pointer: a ref for its list item, a handler for its handle, and an element that
 * subscribes to dnd-kit and renders nothing. Because of that element, the row itself does not render again while
 * other rows make room.
 */
export function usePointerSorting() {
  const element = useRef<HTMLLIElement>(null)
  const begin = useRef<BeginDrag>(null)
  const onPointerDown = useCallback((event: PointerEvent) => begin.current?.(event), [])
  return { element, begin, onPointerDown }
}

/**
 * Subscribes one row to dnd-kit, which reports each move of the pointer to all subscribers. Only rows near the
 * window, and the moving row, are subscribed.
 */
export function PointerSorting({ kind, id, element, begin }: PointerSortingProps) {
  const { setNodeRef, listeners, transform, transition } = useSortable({ id, data: { kind } })

  // This must be an effect, because the list item is mounted after this component renders.
  useEffect(() => {
    setNodeRef(element.current)
    return () => setNodeRef(null)
  }, [setNodeRef, element])

  useLayoutEffect(() => {
    begin.current = (event) => listeners?.onPointerDown?.(event)
    return () => {
      begin.current = null
    }
  }, [listeners, begin])

  const shift = CSS.Translate.toString(transform) ?? ''
  useLayoutEffect(() => {
    const row = element.current
    if (!row) return
    row.style.transform = shift
    row.style.transition = transition ?? ''
    return () => {
      row.style.transform = ''
      row.style.transition = ''
    }
  }, [element, shift, transition])

  return null
}
