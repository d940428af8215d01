import { type Boot, bootQuery } from '@rookies/data/access/boot'
import { useQuery } from '@tanstack/react-query'
import { useData } from './data-context'

/** The answer to the opening call, as soon as it is there. Nothing on screen waits for it. */
export function useBoot(): Boot | undefined {
  return useQuery(bootQuery(useData())).data
}
