import { bootQuery } from '@rookies/data/access/boot'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from './backend'

/**
 * The query of the account, the rights, the settings and the bell's count. TanStack Query is used directly, because
 * Refine's providers depend on this query, which both apps share. With `enabled` false, the hook sends no request and
 * returns what the panel guard has read.
 */
export function useBoot({ enabled }: { enabled: boolean }) {
  return useQuery({ ...bootQuery(useBackend().client), enabled })
}
