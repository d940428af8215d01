import { bootQuery } from '@rookies/data/access/boot'
import { useQuery } from '@tanstack/react-query'
import { useData } from './data-context'

/** Milliseconds between two calls, random so that not all open pages call at the same time. */
const nextLook = () => 4_000 + Math.random() * 4_000

/**
 * Makes the opening call again every few seconds while the page is visible, so that a notice about the account or about
 * maintenance disappears soon after its cause (rules/access#gate).
 */
export function usePollBoot(active = true): void {
  useQuery({
    ...bootQuery(useData()),
    refetchInterval: active ? nextLook : false,
    refetchOnWindowFocus: active ? 'always' : false,
  })
}
