import { courseKeys } from '@rookies/data/course-viewing/outline'
import { type MyExercise, myExerciseQuery, verifyRun } from '@rookies/data/exercises/my-exercise'
import { exerciseKeys } from '@rookies/data/exercises/my-keys'
import { queuedRuns } from '@rookies/data/exercises/queued-runs'
import { libraryKeys } from '@rookies/data/library/library-query'
import { completions } from '@rookies/data/progress/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useData } from '../../../shared/data-context'
import { useFunctions } from '../../../shared/use-functions'
import { useOutboxState } from '../../../shared/use-outbox-state'
import { useOwnRead, useReadAgain } from '../hand-in/use-own-read'

/**
 * The pauses between requests for a verdict in milliseconds: the first pause, which is doubled each time, and the
 * longest.
 */
const AGAIN_MS = 2_500
const SELDOM_MS = 60_000

/** Reads an exercise with the person's runs, including those that are queued on this device. */
export function useExercise(lessonId: string) {
  const { entries, ...read } = useOwnRead(myExerciseQuery(useData(), lessonId))
  return { ...read, queued: queuedRuns(entries, lessonId) }
}

/** Reads the outline and the library again after the server's verdict has completed the lesson. */
export function usePassedOutline(slug: string, isDone: boolean, known: MyExercise | undefined) {
  const differs = known !== undefined && known.passed_at !== null && !isDone
  useReadAgain(differs, courseKeys.outline(slug), libraryKeys.all)
}

/**
 * Reads an exercise with a page again after the server has stored or removed its completion, because a completion opens
 * the solution (rules/exercises#pages).
 */
export function useSolutionOfPage(isDone: boolean, known: MyExercise | undefined): void {
  const { entries } = useOutboxState()
  const lessonId = known?.lesson_id ?? ''
  const isQueued = completions(entries).some((entry) => entry.lessonId === lessonId)
  const differs = known !== undefined && known.solution_open !== isDone && !isQueued
  useReadAgain(differs, exerciseKeys.mine(lessonId))
}

/**
 * Requests the verdict of a run that waits for it, and then reads the exercise again (rules/exercises#verdict). If no
 * answer arrives, repeats the request: another request, or a job, may have stored the verdict.
 */
export function useVerdict(known: MyExercise | undefined): void {
  const functions = useFunctions()
  const queries = useQueryClient()
  const lessonId = known?.lesson_id ?? ''
  const waiting = known?.runs.find(({ verdict }) => verdict === 'PENDING')?.id ?? ''
  useQuery({
    queryKey: exerciseKeys.verdict(waiting),
    queryFn: async () => {
      await verifyRun(functions, waiting).catch(() => undefined)
      await queries.invalidateQueries({ queryKey: exerciseKeys.mine(lessonId) })
      return null
    },
    enabled: waiting !== '',
    refetchInterval: ({ state }) => Math.min(AGAIN_MS * 2 ** state.dataUpdateCount, SELDOM_MS),
  })
}
