import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { ListChecks } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../ui/button'
import { Refusal } from '../../../ui/refusal'
import { savedWords } from '../hand-in/use-draft'
import { EarlierRuns } from './earlier-runs'
import { Editors } from './editors'
import { Hints } from './hints'
import { KeptCode } from './kept-code'
import { PracticeResults } from './practice-results'
import { Preview } from './preview'
import { Solution } from './solution'
import { StartOver } from './start-over'
import { useBench } from './use-bench'
import { useCodeDraft } from './use-code-draft'
import { usePage } from './use-page'
import { useRunKey } from './use-run-key'
import type { WorkbenchProps } from './workbench'
import styles from './workbench.module.css'

/** The files of a page, the page itself, and its checks in this browser (rules/exercises#pages). */
export function PageBench({
  course,
  lesson,
  known,
  shown,
  records,
}: Omit<WorkbenchProps, 'queued' | 'offline'>) {
  const { tests, time_ms } = shown
  const id = useId()
  const keeps = records && known.can_write
  const draft = useCodeDraft(known, { slug: course.slug, lesson, shown, keeps })
  const { files } = draft
  const page = usePage()
  const { outcome } = page
  const bench = useBench(known, { files, tests, outcome })

  const check = async () => bench.count(await page.check(files, tests, time_ms))
  const replace = (next: typeof files) => {
    draft.replace(next)
    page.follow(next)
  }
  useRunKey(() => void check())

  return (
    <>
      <section aria-labelledby={`${id}-code`} className={styles.bench}>
        <VisuallyHidden>
          <h2 id={`${id}-code`}>Your code</h2>
        </VisuallyHidden>
        <KeptCode
          kept={draft.kept}
          present={files}
          take={(revision, taken) => {
            draft.take(revision, taken)
            page.follow(taken)
            bench.offerUndo(replace)
          }}
          drop={draft.drop}
        />
        <Editors
          id={id}
          files={files}
          tests={tests}
          chosen={bench.chosen}
          place={bench.place}
          outcome={outcome}
          onChoose={bench.choose}
          onChange={(path, text) => {
            draft.change(path, text)
            page.type(files.map((file) => (file.path === path ? { path, text } : file)))
          }}
          onRun={() => void check()}
        />
        {draft.refused && (
          <Refusal id={`${id}-refusal`} title="This was not accepted" message={draft.refused} />
        )}
        <div className={styles.actions}>
          <Button
            variant={known.solution_open ? 'secondary' : 'primary'}
            disabled={page.checking}
            onClick={() => void check()}
            aria-keyshortcuts="Control+Enter Meta+Enter"
          >
            <ListChecks aria-hidden="true" />
            {page.checking ? 'Checking...' : 'Check'}
          </Button>
          <StartOver
            files={files}
            starter={shown.files}
            handsIn={false}
            onStart={() => {
              replace(shown.files)
              page.clear()
            }}
          />
        </div>
        <p className={styles.muted}>
          <span className={styles.keys}>Ctrl+Enter checks your page. </span>
          Tab indents; press Escape first to leave the editor with Tab.
        </p>
        <p role="status" className={styles.muted}>
          {keeps ? savedWords('Your code', draft) : whyNotKept(records)}
        </p>
        <Preview page={page} files={files} onGoTo={bench.goTo} />
        <PracticeResults
          running={page.checking}
          outcome={outcome}
          isCurrent={bench.isCurrent}
          word="check"
          onGoTo={bench.goTo}
        />
        {keeps && (
          <p className={styles.muted}>
            Pages are practice: the checks run in this browser only, and nobody verifies them. Mark
            the lesson as complete when you are done, whether all checks pass or not.
          </p>
        )}
        {shown.hints.length > 0 && (
          <Hints
            hints={shown.hints}
            failures={bench.failures}
            passed={known.solution_open}
            counted="check"
          />
        )}
      </section>
      <div className={styles.after}>
        {known.runs.length > 0 && <EarlierRuns runs={known.runs} present={files} onUse={replace} />}
        {(keeps || known.solution_open) && <Solution known={known} present={files} />}
      </div>
    </>
  )
}

/** Returns why the code is not kept, as a sentence. */
function whyNotKept(records: boolean): string {
  if (!records) return 'In a preview, your code is not kept.'
  return 'You are reading a free preview. Your code is kept once you have the course.'
}
