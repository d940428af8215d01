import { isDeepStrictEqual } from 'node:util'

/** PostgREST's answer, as supabase-js returns it. */
interface Answer {
  data: unknown
  error: { code?: string; message: string; hint?: string | null } | null
  status: number
}

/**
 * Runs a query for one row, and returns whether it returned the row. Throws if the query failed for another reason
 * than a refusal, because a misspelt column proves nothing.
 */
export async function readsRow(query: PromiseLike<Answer>): Promise<boolean> {
  const answer = await query
  return granted(answer)
}

/**
 * Runs a write, and returns whether the rows changed. Throws if the answer contradicts the rows.
 * @param look reads the rows as their owner
 */
export async function changes(
  look: () => Promise<unknown>,
  write: () => PromiseLike<Answer>,
): Promise<boolean> {
  const before = await look()
  const answer = await write()
  const changed = !isDeepStrictEqual(before, await look())
  if (changed !== granted(answer)) {
    throw new Error(
      `The rows ${changed ? 'changed' : 'stayed as they were'}, but the answer was ${describe(answer)}`,
    )
  }
  return changed
}

/** Whether an answer shows that the right exists: it is neither an error nor the empty list that row security returns. */
function granted(answer: Answer): boolean {
  if (answer.error) {
    if (isRefusal(answer.error)) return false
    throw new Error(`Neither granted nor refused: ${describe(answer)}`)
  }
  return !(Array.isArray(answer.data) && answer.data.length === 0)
}

/**
 * The code for a missing right, the functions' refusals of acts on oneself, and their answers about a person whom the
 * caller does not reach and about a question that they may not read.
 */
function isRefusal({ code, hint }: NonNullable<Answer['error']>): boolean {
  return (
    code === '42501' ||
    (code === 'PT409' && hint === 'OWN_ACCOUNT') ||
    (code === 'PT404' && (hint === 'NO_PERSON' || hint === 'NO_QUESTION'))
  )
}

function describe({ data, error, status }: Answer): string {
  return `${status} ${JSON.stringify(error ?? data)}`
}
