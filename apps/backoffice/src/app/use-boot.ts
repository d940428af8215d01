import { bootQuery } from '@rookies/data/access/boot'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from './backend'

/**
 * The boot answer: account, rights, settings and the bell's count. TanStack Query is used directly, because the
 * query is shared with the portal and Refine's providers depend on it. With `enabled` false,
 * the hook only reads what the panel guard has requested.
 */
export function useBoot({ enabled }: { enabled: boolean }) {
  return useQuery({ ...bootQuery(useBackend().client), enabled })
}
