import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { object, string } from '../json'

/** The texts that people agree to when they sign up, as Markdown; empty until an administrator writes them. */
export interface LegalTexts {
  terms: string
  privacy: string
}

const legalKeys = { texts: () => ['legal', 'texts'] as const }

/** The terms of use and the privacy policy from the settings, for everybody. Fails with a DataError. */
export function legalTextsQuery(client: DataClient) {
  return queryOptions({
    queryKey: legalKeys.texts(),
    queryFn: async ({ signal }): Promise<LegalTexts> =>
      parseLegalTexts(
        unwrap(await client.rpc('legal_texts', undefined, { get: true }).abortSignal(signal)),
      ),
  })
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseLegalTexts(json: Json): LegalTexts {
  const row = object(json)
  return { terms: string(row.terms).trim(), privacy: string(row.privacy).trim() }
}
