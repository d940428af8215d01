import { ListChecks } from 'lucide-react'
import { Button } from '../../../ui/button'
import { Bench } from './bench'
import { PracticeResults } from './practice-results'
import { Preview } from './preview'
import { useBench } from './use-bench'
import { useCodeDraft } from './use-code-draft'
import { usePage } from './use-page'
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

  return (
    <Bench
      known={known}
      shown={shown}
      draft={draft}
      bench={bench}
      outcome={outcome}
      run={check}
      runs="Ctrl+Enter checks your page."
      counted="check"
      passed={known.solution_open}
      keeps={keeps}
      whyNot={whyNotKept(records)}
      refusal={draft.refused ? { title: 'This was not accepted', message: draft.refused } : null}
      onChange={(path, text) => {
        draft.change(path, text)
        page.type(files.map((file) => (file.path === path ? { path, text } : file)))
      }}
      onTake={(revision, taken) => {
        draft.take(revision, taken)
        page.follow(taken)
        bench.offerUndo(replace)
      }}
      onUse={replace}
      onStartOver={() => {
        replace(shown.files)
        page.clear()
      }}
      buttons={
        <Button
          variant={known.solution_open ? 'secondary' : 'primary'}
          disabled={page.checking}
          onClick={() => void check()}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          <ListChecks aria-hidden="true" />
          {page.checking ? 'Checking...' : 'Check'}
        </Button>
      }
    >
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
    </Bench>
  )
}

/** Returns a sentence about why the code is not stored. */
function whyNotKept(records: boolean): string {
  if (!records) return 'In a preview, your code is not kept.'
  return 'You are reading a free preview. Your code is kept once you have the course.'
}
