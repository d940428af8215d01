import { fieldOf } from '../_shared/answer.ts'
import { PATIENCE_MS } from '../_shared/mailer.ts'

/**
 * Removes a file from storage; a file that is already gone counts as removed (rules/files#removal).
 * @param content answer of `private.due_file_removal()`: bucket and path
 * @throws if storage does not answer, or refuses
 */
export async function removeFile(
  content: unknown,
  { storageUrl, serviceKey }: { storageUrl: string; serviceKey: string },
): Promise<void> {
  const bucket = String(fieldOf(content, 'bucket'))
  const answer = await fetch(`${storageUrl}/object/${encodeURIComponent(bucket)}`, {
    method: 'DELETE',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefixes: [String(fieldOf(content, 'path'))] }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`Storage answered ${answer.status}`)
}
