import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { watchNear } from './watch-near'

interface PointerSortingProps {
  kind: 'module' | 'lesson'
  id: string
  /** The list item that moves. */
  element: RefObject<HTMLElement | null>
  /** Where the beginning of a drag is reported, by `usePointerSorting`. */
  begin: RefObject<BeginDrag | null>
  /** It is under way, wherever it has got to. */
  moving: boolean
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

/** The pointer's way of moving a row, for as long as the row is anywhere near the window. */
export function PointerSorting({ moving, ...sorting }: PointerSortingProps) {
  const { element } = sorting
  const [near, setNear] = useState(false)
  useEffect(() => {
    const watched = element.current
    return watched ? watchNear(watched, setNear) : undefined
  }, [element])
  return near || moving ? <Sorting {...sorting} /> : null
}

/** dnd-kit for one row: it hears of each move of the pointer, and there may be hundreds of rows. */
function Sorting({ kind, id, element, begin }: Omit<PointerSortingProps, 'moving'>) {
  const { setNodeRef, listeners, transform, transition } = useSortable({ id, data: { kind } })

  useLayoutEffect(() => {
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
