import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import {
  isPageEnd,
  type LazyPage,
  lazyPage,
  type PreviewState,
} from '@rookies/exercise-engine/lazy-page'
import type { PageEnd, Replay } from '@rookies/exercise-engine/page'
import type { Problem } from '@rookies/exercise-engine/run'
import { PageStage } from '@rookies/ui/page-preview/page-stage'
import { usePageDialogs } from '@rookies/ui/page-preview/use-page-dialogs'
import { useSettled } from '@rookies/ui/timing/use-settled'
import { Button, Flex } from 'antd'
import { AppWindow } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextButton } from '../../../../ui/text-button'
import typography from '../../typography.module.css'
import styles from './exercise.module.css'

interface PagePreviewProps {
  /** The accessible name of the preview. */
  label: string
  files: readonly ExerciseFile[]
  /** Whether the page is shown. A stored page is not shown until the author asks for it or changes it. */
  isAsked: boolean
  onAsk: () => void
  /** Returns a label and a function that moves to the line of an error; null if the line is unknown. */
  goTo: (problem: Problem) => { label: string; go: () => void } | null
}

/** Milliseconds without typing before the page is shown again. */
const PAUSE_MS = 500

const LABELS: Record<Exclude<PreviewState, 'SHOWN'>, string> = {
  NONE: 'The page appears here and follows what you type.',
  LOADING: 'Loading...',
  SILENT: 'The page stopped answering or went to another address, so it was closed.',
  UNREACHABLE: 'The preview could not be loaded. Show the page again when you have a connection.',
}

/** Shows the files of a page as a browser does while the author types them (rules/courses#lesson-form). */
export function PagePreview({ label, files, isAsked, onAsk, goTo }: PagePreviewProps) {
  const host = useRef<HTMLDivElement>(null)
  const page = useRef<LazyPage | null>(null)
  const [state, setState] = useState<PreviewState>('NONE')
  const [problem, setProblem] = useState<Problem | null>(null)
  // Each render creates a new list of files, so the serialized texts are compared.
  const settled = useSettled(JSON.stringify(files), PAUSE_MS)

  const dialogs = usePageDialogs<Replay>()
  const [hasStored, setStored] = useState(false)
  const forget = useEffectEvent(() => {
    dialogs.clear()
    setStored(false)
  })
  const events = useEffectEvent(() => ({
    stored: () => setStored(true),
    said: dialogs.said,
    asked: dialogs.asked,
    ended: (end: PageEnd) => {
      setState(end)
      dialogs.clear()
    },
  }))

  useEffect(() => {
    if (!host.current) return
    const own = lazyPage(host.current, label, {
      shown: () => setState('SHOWN'),
      failed: (next) => setProblem((first) => first ?? next),
      ...events(),
    })
    page.current = own
    setState('NONE')
    forget()
    return () => {
      page.current = null
      own.close()
    }
  }, [label])

  const show = (...replay: [Replay?]) => {
    dialogs.clear()
    setStored(false)
    setState((before) => (before === 'SHOWN' ? 'SHOWN' : 'LOADING'))
    setProblem(null)
    page.current?.show(JSON.parse(settled), ...replay)
  }
  const follow = useEffectEvent((_: string, asked: boolean) => {
    if (asked) show()
  })
  // A changed label mounts a new frame, so the page must be shown in it again.
  useEffect(() => follow(`${label} ${settled}`, isAsked), [label, settled, isAsked])

  const place = problem && goTo(problem)
  return (
    <Flex component="section" vertical gap="small" aria-label={label}>
      <p className={typography.muted}>{label}</p>
      <PageStage
        host={host}
        state={state}
        dialog={dialogs.dialog}
        onAnswer={(answer) => {
          const replay = dialogs.answer(answer)
          if (replay) show(replay)
        }}
      >
        <div className={styles.empty} role={isPageEnd(state) ? 'alert' : undefined}>
          <p>{state !== 'SHOWN' && LABELS[state]}</p>
          {state !== 'LOADING' && (
            <Button
              size="small"
              icon={<AppWindow aria-hidden="true" />}
              onClick={() => (isAsked ? show() : onAsk())}
            >
              Show Page
            </Button>
          )}
        </div>
      </PageStage>
      {hasStored && (
        <p className={typography.muted}>What the page stores is forgotten when it runs again.</p>
      )}
      {problem && (
        <p role="status" className={typography.problem}>
          {place && <TextButton onClick={place.go}>{place.label}</TextButton>} {problem.message}
        </p>
      )}
    </Flex>
  )
}
