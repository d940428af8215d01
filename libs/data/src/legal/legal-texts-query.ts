import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, changed, shape, string } from '../json'

const trimmed = changed(string, (text) => text.trim())
export const parseLegalTexts = shape({ terms: trimmed, privacy: trimmed })
/**
 * The texts to which people agree when they sign up, in Markdown. They are empty until an administrator writes them.
 */
export type LegalTexts = Answer<typeof parseLegalTexts>

const legalKeys = { texts: () => ['legal', 'texts'] as const }

/** Reads the terms of use and the privacy policy from the settings, also for visitors. Fails with a DataError. */
export function legalTextsQuery(client: DataClient) {
  return queryOptions({
    queryKey: legalKeys.texts(),
    queryFn: async ({ signal }): Promise<LegalTexts> =>
      parseLegalTexts(
        unwrap(await client.rpc('legal_texts', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}
