import type { QueuedDraft } from '@rookies/data/drafts/draft-store'
import type { ExerciseFile } from '@rookies/data/exercises/exercise-part'
import type { MyExercise, StoredCode } from '@rookies/data/exercises/my-exercise'
import { exerciseKeys } from '@rookies/data/exercises/my-keys'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Queued = QueuedDraft<ExerciseFile[]>

/**
 * Returns code that has left the queue because it was sent, as long as the page still has the earlier answer of the
 * server. Otherwise the earlier code would appear for a moment after each save, and the cursor would be lost. If
 * another tab sent the code, the exercise is read again.
 */
export function useSentDraft(
  lessonId: string,
  local: Queued | undefined,
  stored: StoredCode | null,
): Queued | undefined {
  const queries = useQueryClient()
  const [last, setLast] = useState<{ entry: Queued; before: StoredCode | null } | null>(null)
  const isNews =
    last?.entry.id !== local?.id || last?.entry.sent !== local?.sent || last?.before !== stored
  if (local && isNews) setLast({ entry: local, before: stored })
  const isBetween =
    !local && last?.entry.sent && last.before === stored && last.entry.lessonId === lessonId
  const sent = isBetween ? last.entry : undefined
  const id = sent?.id

  useEffect(() => {
    if (id === undefined) return
    const queryKey = exerciseKeys.mine(lessonId)
    if (queries.getQueryData<MyExercise>(queryKey)?.draft?.revision === id) return
    void queries.invalidateQueries({ queryKey })
  }, [id, lessonId, queries])
  return sent
}
