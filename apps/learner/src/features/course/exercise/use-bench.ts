import { type ExerciseFile, isSameFiles } from '@rookies/data/exercises/exercise-part'
import type { MyExercise } from '@rookies/data/exercises/my-exercise'
import { TESTS_PATH } from '@rookies/exercise-engine/test-files'
import { useState } from 'react'
import { showToast } from '../../../ui/toast-store'
import type { FilePlace } from './results'
import { useFailures } from './use-failures'
import type { Outcome } from './use-practice'

/** Whether a run counts toward the next hint. */
const IS_FAILURE: Record<Outcome['result']['verdict'], boolean> = {
  PASS: false,
  FAIL: true,
  ERROR: true,
  UNREACHABLE: false,
}

/**
 * Returns the state that exercises with code and with a page share: the open file, the position of a problem, and the
 * number of failed runs.
 */
export function useBench(
  known: MyExercise,
  { files, tests, outcome }: Pick<Outcome, 'files' | 'tests'> & { outcome: Outcome | null },
) {
  const [failures, addFailure] = useFailures(known)
  const [place, setPlace] = useState<FilePlace | null>(null)
  const [chosen, choose] = useState(files[0]?.path ?? TESTS_PATH)
  return {
    failures,
    place,
    /** The path of the open file. */
    chosen,
    choose,
    /** Whether the last result belongs to the present code. */
    isCurrent: outcome !== null && outcome.tests === tests && isSameFiles(outcome.files, files),
    count: (done: Outcome | null) => {
      if (done && IS_FAILURE[done.result.verdict]) addFailure()
    },
    goTo: (to: FilePlace) => {
      choose(to.path)
      setPlace({ ...to })
    },
    /** Shows a toast with a button that restores the present code. `replace` is the function that replaces code. */
    offerUndo: (replace: (files: readonly ExerciseFile[]) => void) =>
      showToast({
        tone: 'success',
        title: 'Your code was replaced',
        action: { label: 'Undo', onSelect: () => replace(files) },
      }),
  }
}
