import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import { TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { CodeEditor } from '@rookies/ui/code/code-editor'
import { useMemo, useState } from 'react'
import { FileTabs, panelId, tabId } from './file-tabs'
import type { FilePlace } from './results'
import type { Outcome } from './use-practice'
import styles from './workbench.module.css'

interface EditorsProps {
  id: string
  files: readonly ExerciseFile[]
  tests: string
  chosen: string
  place: FilePlace | null
  outcome: Outcome | null
  onChoose: (path: string) => void
  onChange: (path: string, text: string) => void
  onRun: () => void
}

/**
 * The tabs, and an editor for each file that was opened. The editor keeps the cursor and the undo history of its file.
 */
export function Editors({ id, files, tests, chosen, place, outcome, ...on }: EditorsProps) {
  const tabs = [
    ...files.map(({ path }) => ({ path, readOnly: false })),
    { path: TESTS_PATH, readOnly: true },
  ]
  const shown = tabs.some(({ path }) => path === chosen) ? chosen : (tabs[0]?.path ?? TESTS_PATH)
  const [opened, setOpened] = useState<readonly string[]>([shown])
  if (!opened.includes(shown)) setOpened([...opened, shown])
  const marks = useMemo(() => failedLines(outcome), [outcome])
  return (
    <div className={styles.editors}>
      <FileTabs id={id} tabs={tabs} shown={shown} onShow={on.onChoose} />
      {tabs.map(({ path, readOnly }) => (
        <div
          key={path}
          role="tabpanel"
          id={panelId(id, path)}
          aria-labelledby={tabId(id, path)}
          hidden={path !== shown}
        >
          {opened.includes(path) && (
            <CodeEditor
              label={readOnly ? `${path}, cannot be changed` : `Code of ${path}`}
              name={path}
              value={readOnly ? tests : (files.find((file) => file.path === path)?.text ?? '')}
              {...(!readOnly && { onChange: (text: string) => on.onChange(path, text) })}
              onRun={on.onRun}
              marks={marks.get(path)}
              at={place?.path === path ? place : undefined}
            />
          )}
        </div>
      ))}
    </div>
  )
}

/** Returns the lines at which tests failed, by the path of their file. */
function failedLines(outcome: Outcome | null): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  if (!outcome || outcome.result.verdict === 'UNREACHABLE') return lines
  const { problem, tests } = outcome.result
  for (const found of [problem, ...tests.map((test) => test.problem)]) {
    if (found?.path === undefined || found.line === undefined) continue
    lines.set(found.path, [...(lines.get(found.path) ?? []), found.line])
  }
  return lines
}
