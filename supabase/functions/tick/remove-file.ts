import { fieldOf } from '../_shared/answer.ts'
import { PATIENCE_MS } from '../_shared/mailer.ts'

/**
 * Removes a file from storage, which is done as well where it is gone already (rules/files#removal).
 * @param content what `private.due_file_removal()` gives: bucket and path
 * @throws where storage does not answer, or refuses
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
