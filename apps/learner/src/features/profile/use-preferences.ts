import {
  type Preferences,
  preferencesQuery,
  savePreferences,
} from '@rookies/data/account/preferences'
import { DEFAULT_ERROR_MESSAGE } from '@rookies/data/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useData } from '../../shared/data-context'
import { showToast } from '../../ui/toast-store'
import { useAttempt } from '../../ui/use-attempt'

/** A person's preferences, undefined until they have loaded, and what saves a change of them at once. */
export function usePreferences(person: string) {
  const client = useData()
  const queries = useQueryClient()
  const saved = useQuery(preferencesQuery(client, person)).data
  // What was chosen last is shown while it is saved.
  const [change, setChange] = useState<Partial<Preferences>>({})
  const { busy, refusal, attempt } = useAttempt(() => DEFAULT_ERROR_MESSAGE)

  const save = async (next: Partial<Preferences>) => {
    if (busy) return
    setChange(next)
    if (await attempt(() => savePreferences(client, queries, person, next))) {
      showToast({ tone: 'success', title: 'Saved' })
    }
    setChange({})
  }
  return { preferences: saved && { ...saved, ...change }, refusal, save }
}
