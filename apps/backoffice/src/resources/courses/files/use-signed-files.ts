import { createFileStore, SIGNED_SECONDS } from '@rookies/data/files/file-store'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../../app/backend'

/** Signed addresses are renewed before they expire. */
const FRESH_MS = (SIGNED_SECONDS - 5 * 60) * 1000

/**
 * Signed addresses of lesson files by path, requested in one call (rules/files#fetch). Undefined while loading;
 * files that may not be fetched are missing.
 */
export function useSignedFiles(paths: readonly string[]): ReadonlyMap<string, string> | undefined {
  const { client, project } = useBackend()
  // TanStack Query is used directly, because an edge function signs addresses, not Refine's data provider.
  const { data } = useQuery({
    queryKey: ['files', 'signed', paths],
    queryFn: () => createFileStore(project, client).sign(paths),
    enabled: paths.length > 0,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  })
  return data
}
