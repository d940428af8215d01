import { myAssignmentQuery } from '@rookies/data/assignments/my-assignment'
import { queuedRounds, withQueuedRounds } from '@rookies/data/assignments/queued-rounds'
import { useData } from '../../../shared/data-context'
import { useOwnRead } from '../hand-in/use-own-read'

/** Reads an assignment. Its state includes the rounds that wait in this browser's outbox. */
export function useAssignment(lessonId: string) {
  const { known, entries, ...read } = useOwnRead(myAssignmentQuery(useData(), lessonId))
  const queued = queuedRounds(entries, lessonId)
  return { ...read, known: known && withQueuedRounds(known, queued), queued }
}
