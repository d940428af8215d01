import { bootQuery } from '@rookies/data/access/boot'
import { isBackOfficePath, pathAfterSignIn } from '@rookies/data/access/home'
import { sessionQuery } from '@rookies/data/session/session-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'

/**
 * Leads a signed-in person on from the auth routes: to where they were headed if they may,
 * else to their home (rules/access#home), and first of all to show the second factor that they have. The back-office is another bundle, so that takes a page load.
 * `wanted` holds it back. Out: whether a person is signed in.
 */
export function useWayOn(wanted = true): boolean {
  const client = useData()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const signedIn = Boolean(useQuery(sessionQuery(client)).data)
  const boot = useQuery(bootQuery(client))
  const from = params.get('from')

  // Without an answer no rights are known; the library then says what is wrong.
  const known = boot.isError || Boolean(boot.data?.account)
  const target = wanted && signedIn && known ? pathAfterSignIn(boot.data, from) : null

  useEffect(() => {
    if (target === null || target === location.pathname + location.search) return
    if (isBackOfficePath(target)) location.replace(target)
    else navigate(target, { replace: true })
  }, [navigate, target])

  return signedIn
}
