import { type Boot, bootQuery } from '@rookies/data/access/boot'
import { useQuery } from '@tanstack/react-query'
import { useData } from './data-context'

/** Returns the answer to the opening call, undefined until it has arrived. */
export function useBoot(): Boot | undefined {
  return useQuery(bootQuery(useData())).data
}
