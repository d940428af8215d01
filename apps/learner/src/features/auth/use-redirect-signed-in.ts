import { bootQuery } from '@rookies/data/access/boot'
import { isBackOfficePath, pathAfterSignIn } from '@rookies/data/access/home'
import { sessionQuery } from '@rookies/data/session/session-query'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'

/**
 * Redirects a signed-in person from the auth screens: to the second factor if the account still has to pass it, else to
 * the requested address if the person may open it, else to their home (rules/access#home). The back-office is another
 * bundle and needs a page load. The hook does nothing while `wanted` is false. `otherwise` is used if the query of the
 * address requests none. Returns whether a person is signed in.
 */
export function useRedirectSignedIn(wanted = true, otherwise: string | null = null): boolean {
  const client = useData()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const signedIn = Boolean(useQuery(sessionQuery(client)).data)
  const boot = useQuery(bootQuery(client))
  const from = params.get('from') ?? otherwise

  // If the opening call fails, no rights are known; the library then shows the error.
  const known = boot.isError || Boolean(boot.data?.account)
  const target = wanted && signedIn && known ? pathAfterSignIn(boot.data, from) : null

  useEffect(() => {
    if (target === null || target === location.pathname + location.search) return
    if (isBackOfficePath(target)) location.replace(target)
    else navigate(target, { replace: true })
  }, [navigate, target])

  return signedIn
}
