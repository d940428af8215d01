import type { MyExercise } from '@rookies/data/exercises/my-exercise'
import { countFailure, failuresHere } from '@rookies/data/exercises/practice'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * Returns the number of failed runs, and a function that counts one more. Runs that were handed in count on every
 * device, other runs only on this one (rules/exercises#hints).
 */
export function useFailures({ lesson_id, failed_runs }: MyExercise): [number, () => void] {
  const person = currentUserId(useQueryClient()) ?? ''
  const [here, setHere] = useState(() => failuresHere(person, lesson_id))
  const add = () => {
    countFailure(person, lesson_id)
    setHere(failuresHere(person, lesson_id))
  }
  return [Math.max(here, failed_runs), add]
}
