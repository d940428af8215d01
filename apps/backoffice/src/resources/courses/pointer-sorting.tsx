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
  /** The list item that moves. */
  element: RefObject<HTMLElement | null>
  /** Where the beginning of a drag is reported, by `usePointerSorting`. */
  begin: RefObject<BeginDrag | null>
}

type BeginDrag = (event: PointerEvent) => void

/**
 * What a row needs to be dragged by the pointer: the ref of its list item, what its handle calls, and
 * the part that hears of every move, which draws nothing. The row itself is not drawn again while rows
 * make way for each other.
 */
export function usePointerSorting() {
  const element = useRef<HTMLLIElement>(null)
  const begin = useRef<BeginDrag>(null)
  const onPointerDown = useCallback((event: PointerEvent) => begin.current?.(event), [])
  return { element, begin, onPointerDown }
}

/**
 * dnd-kit for one row: it hears of each move of the pointer, and there may be hundreds of rows. For those
 * near the window, and for the one that moves, wherever it has got to.
 */
export function PointerSorting({ kind, id, element, begin }: PointerSortingProps) {
  const { setNodeRef, listeners, transform, transition } = useSortable({ id, data: { kind } })

  // Not in the layout: the row that this is drawn with is known after it.
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
