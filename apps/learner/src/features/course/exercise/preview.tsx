import { isPageEnd, type PreviewState } from '@rookies/exercise-engine/lazy-page'
import type { ExerciseFile, Problem } from '@rookies/exercise-engine/run'
import { PageStage } from '@rookies/ui/page-preview/page-stage'
import { AppWindow } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button'
import styles from './preview.module.css'
import { Console, type FilePlace, StoppedRun } from './results'
import resultStyles from './results.module.css'
import type { PageUse } from './use-page'
import bench from './workbench.module.css'

interface PreviewProps {
  page: PageUse
  files: readonly ExerciseFile[]
  onGoTo: (place: FilePlace) => void
}

/** The preview of the person's page, with the lines that the page printed and its errors. */
export function Preview({ page, files, onGoTo }: PreviewProps) {
  const id = useId()
  const { state, lines, problems, hasStored } = page
  return (
    <section aria-labelledby={id} className={styles.preview}>
      <h2 id={id} className={bench.heading}>
        Your page
      </h2>
      <PageStage host={page.place} state={state} dialog={page.dialog} onAnswer={page.answer}>
        <div className={styles.empty} role={isPageEnd(state) ? 'alert' : undefined}>
          <AppWindow aria-hidden="true" />
          <p>{state !== 'SHOWN' && WORDS[state]}</p>
          {state !== 'LOADING' && (
            <Button small onClick={() => page.show(files)}>
              Show the page
            </Button>
          )}
        </div>
      </PageStage>
      {hasStored && (
        <p className={bench.muted}>What your page stores is forgotten when it runs again.</p>
      )}
      <div role="status" className={resultStyles.list}>
        {unique(problems).map((problem) => (
          <StoppedRun
            key={keyOf(problem)}
            title="An error on your page"
            problem={problem}
            files={files}
            onGoTo={onGoTo}
          />
        ))}
        <Console lines={lines} />
      </div>
    </section>
  )
}

const WORDS: Record<Exclude<PreviewState, 'SHOWN'>, string> = {
  NONE: 'Your page appears here and follows what you type.',
  LOADING: 'Loading...',
  SILENT:
    'Your page stopped answering or went to another address, so it was closed. Your code is kept.',
  UNREACHABLE:
    'The part of this lesson that shows pages could not be loaded. Your code is kept. Show the page again when you have a connection.',
}

const keyOf = ({ message, path, line }: Problem) => `${message} ${path} ${line}`

/** An error in a timer can occur again and again, so equal problems are listed once. */
const unique = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [keyOf(problem), problem])).values(),
]
