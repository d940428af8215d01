import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { textOf } from '../place-state'
import { EXPORT_STATE } from './export-state'

/** Begins an export if the command palette opened the list with `EXPORT_STATE`. */
export function useAskedExport(begin: () => void): void {
  const navigate = useNavigate()
  const { search, state }: { search: string; state: unknown } = useLocation()
  const asked = textOf(state, 'exports') === EXPORT_STATE.exports
  useEffect(() => {
    if (!asked) return
    void navigate({ search }, { replace: true })
    begin()
  })
}
