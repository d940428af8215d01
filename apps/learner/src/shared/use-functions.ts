import type { FunctionCaller } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createFunctionCaller } from '@rookies/data/session/functions'
import { useMemo } from 'react'
import { useData } from './data-context'

/** Returns a function that calls the project's edge functions. */
export function useFunctions(): FunctionCaller {
  const client = useData()
  return useMemo(
    () => createFunctionCaller(dataProject(import.meta.env, location.origin), client),
    [client],
  )
}
