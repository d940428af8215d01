import type { ReadingProgress } from '@rookies/course-format/collect-files'
import type { ImportIssue, ReadCourse } from '@rookies/data/course-import/payload'
import type { LoadedAsset } from '@rookies/data/course-import/place-assets'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CourseSource, ReaderMessage } from './read-course.worker'

/** What was read from a folder or zip file. `number` distinguishes one reading from the next. */
export interface ReadResult {
  read: ReadCourse
  /** The files that its lessons refer to. */
  assets: LoadedAsset[]
  skipped: ImportIssue[]
  number: number
}

export type Reading =
  | { kind: 'none' }
  | { kind: 'reading'; progress: ReadingProgress | null }
  | { kind: 'unreadable'; sentence: string }
  | ({ kind: 'read' } & ReadResult)

const NOTHING: Reading = { kind: 'none' }

/** Reads the chosen files in a worker, which can be stopped at any moment. */
export function useCourseReader() {
  const [reading, setReading] = useState<Reading>(NOTHING)
  const worker = useRef<Worker | null>(null)
  const number = useRef(0)

  const stop = useCallback(() => {
    worker.current?.terminate()
    worker.current = null
  }, [])
  useEffect(() => stop, [stop])

  const refuse = useCallback((sentence: string) => setReading({ kind: 'unreadable', sentence }), [])

  const start = useCallback(
    (source: CourseSource) => {
      stop()
      number.current += 1
      setReading({ kind: 'reading', progress: null })
      const reader = new Worker(new URL('./read-course.worker.ts', import.meta.url), {
        type: 'module',
      })
      worker.current = reader
      reader.onmessage = ({ data }: MessageEvent<ReaderMessage>) => {
        if (data.kind === 'progress') {
          setReading({ kind: 'reading', progress: data.progress })
          return
        }
        stop()
        setReading(
          data.kind === 'read'
            ? {
                kind: 'read',
                read: data.read,
                assets: data.assets,
                skipped: data.skipped,
                number: number.current,
              }
            : data,
        )
      }
      reader.onerror = () => {
        stop()
        refuse('The reader could not be started. Reload the page and choose again.')
      }
      reader.postMessage(source)
    },
    [stop, refuse],
  )

  const reset = useCallback(() => {
    stop()
    setReading(NOTHING)
  }, [stop])

  return { reading, start, refuse, reset }
}
