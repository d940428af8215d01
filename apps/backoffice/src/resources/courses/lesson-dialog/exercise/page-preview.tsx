import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import type { PageEnd, PagePlace } from '@rookies/data/exercises/page/page'
import type { Problem } from '@rookies/data/exercises/run/run'
import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextButton } from '../../../../ui/text-button'
import typography from '../../typography.module.css'
import { useSettled } from '../use-settled'
import styles from './exercise.module.css'

interface PagePreviewProps {
  /** The accessible name. */
  label: string
  files: readonly ExerciseFile[]
  /** Returns what goes to the place of an error; null if it has none. */
  goTo: (problem: Problem) => { label: string; go: () => void } | null
}

/** Milliseconds without typing after which the page is shown again. */
const PAUSE_MS = 300

const ENDED: Record<PageEnd, string> = {
  SILENT: 'The page did not answer any more, so it was closed.',
  UNREACHABLE: 'The preview could not be loaded. Check the connection.',
}

/** Shows the files of a page as a browser does, while they are typed (rules/courses#lesson-form). */
export function PagePreview(props: PagePreviewProps) {
  const [attempt, setAttempt] = useState(0)
  return <ShownPage key={attempt} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function ShownPage({ label, files, goTo, onAgain }: PagePreviewProps & { onAgain: () => void }) {
  const host = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<PagePlace | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [ended, setEnded] = useState<PageEnd | null>(null)
  // The list is another one with each render.
  const settled = useSettled(JSON.stringify(files), PAUSE_MS)

  useEffect(() => {
    let own: PagePlace | null = null
    let isGone = false
    import('@rookies/data/exercises/page/page').then(
      ({ openPage }) => {
        if (isGone || !host.current) return
        own = openPage(host.current, label, {
          failed: (problem) => setProblem((first) => first ?? problem),
          ended: setEnded,
        })
        setPage(own)
      },
      () => setEnded('UNREACHABLE'),
    )
    return () => {
      isGone = true
      own?.close()
      setPage(null)
    }
  }, [label])

  useEffect(() => {
    if (!page) return
    setProblem(null)
    setEnded(null)
    page.show(JSON.parse(settled))
  }, [page, settled])

  const place = problem && goTo(problem)
  return (
    <section aria-label={label} className={styles.preview}>
      <p className={typography.muted}>{label}</p>
      <div ref={host} className={styles.page} hidden={ended !== null} />
      {ended && (
        <div role="alert">
          <p>{ENDED[ended]}</p>
          <Button size="small" icon={<RefreshCw aria-hidden="true" />} onClick={onAgain}>
            Show Again
          </Button>
        </div>
      )}
      {problem && !ended && (
        <p role="status" className={styles.problem}>
          {place && <TextButton onClick={place.go}>{place.label}</TextButton>} {problem.message}
        </p>
      )}
    </section>
  )
}
