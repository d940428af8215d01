import { PATIENCE_MS } from '../_shared/mailer.ts'

/**
 * Has the function `verify-run` run the tests of a run that was handed in, or of an exercise to prove. It is called
 * over HTTP, because a run may end the function in which it runs (rules/exercises#verdict).
 * @param content answer of `private.due_run_check()` or `private.due_exercise_proof()`: run_id or lesson_id, and user_id
 * @throws if the function does not answer, or could not run the tests
 */
export async function requestVerdict(
  content: unknown,
  { functionsUrl, serviceKey }: { functionsUrl: string; serviceKey: string },
): Promise<void> {
  const answer = await fetch(`${functionsUrl}/verify-run`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(content),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`verify-run answered ${answer.status}`)
}
