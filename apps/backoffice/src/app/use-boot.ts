import { bootQuery } from '@rookies/data/access/boot'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from './backend'

/**
 * The opening call's answer: account, rights, settings and the bell's count. In: whether it is asked for
 * here, or by who guards the panel. Raw: it is shared with the portal, and Refine's providers stand on it.
 */
export function useBoot({ enabled }: { enabled: boolean }) {
  return useQuery({ ...bootQuery(useBackend().client), enabled })
}
