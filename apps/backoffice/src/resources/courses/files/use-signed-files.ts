import { createFileStore, SIGNED_SECONDS } from '@rookies/data/files/file-store'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../../app/backend'

/** An address is asked for again before it ends. */
const FRESH_MS = (SIGNED_SECONDS - 5 * 60) * 1000

/**
 * In: paths of lessons' files. Out: for each that may be fetched its address, once they are there; in one call
 * (rules/files#fetch).
 */
export function useSignedFiles(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  const { client, project } = useBackend()
  // Raw: an edge function signs them, of which Refine's data provider knows nothing.
  const { data } = useQuery({
    queryKey: ['files', 'signed', paths],
    queryFn: () => createFileStore(project, client).sign(paths),
    enabled: paths.length > 0,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
  return data
}
