import type { Resource } from '@rookies/data/access/resources'
import { useCallback } from 'react'
import { useMay } from '../app/may'
import { NEW_PARAM } from '../app/new-address'
import { useAddressState } from '../app/use-address-state'

/**
 * The state of a list's dialog for a new record. The address keeps whether the dialog is open (`?new=cohort`), so that
 * links and commands can open it, and Back closes it. It stays closed for a person without the right to create records.
 */
export function useCreateDialog(resource: Resource, one: string) {
  const mayCreate = useMay(resource, 'create')
  const { params, change } = useAddressState()
  return {
    mayCreate,
    isOpen: mayCreate && params.get(NEW_PARAM) === one,
    open: useCallback(() => change({ [NEW_PARAM]: one }), [change, one]),
    close: useCallback(() => change({ [NEW_PARAM]: null }, { replace: true }), [change]),
  }
}
