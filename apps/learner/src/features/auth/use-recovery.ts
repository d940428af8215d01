import { type DataError, toDataError } from '@rookies/data/errors'
import type { Callback } from '@rookies/data/session/callback'
import { openRecovery } from '@rookies/data/session/recovery'
import { endRecovery, recoveryLeft, startRecovery } from '@rookies/data/session/recovery-clock'
import { sessionQuery } from '@rookies/data/session/session-query'
import { signOut } from '@rookies/data/session/sign-out'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { dropCallback, heldCallback } from '../../shared/callback'
import { useData } from '../../shared/data-context'
import { showToast } from '../../ui/toast-store'

type Link = Exclude<Callback, { kind: 'refused' }>

interface Recovery {
  /** `ask`: a link is there that is redeemed when its reader says so. */
  phase: 'verifying' | 'ask' | 'form'
  /** Redeems that link. */
  redeem: () => void
  /** The fifteen minutes are over. */
  expire: () => Promise<void>
  /** Ends the reset and its session. */
  finish: () => Promise<void>
}

/**
 * From a reset link to the form (product §4, decisions §4): checks what the mail's link brought, keeps
 * the form open for fifteen minutes, and leads everybody else back to ask for another link.
 */
export function useRecovery(): Recovery {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [callback] = useState(heldCallback)
  const [phase, setPhase] = useState<Recovery['phase']>(
    callback?.kind === 'hash' ? 'ask' : 'verifying',
  )
  const begun = useRef(false)

  const leave = (title: string, message: string) => {
    showToast({ tone: 'error', title, message })
    navigate('/forgot-password', { replace: true })
  }

  const finish = async () => {
    endRecovery(sessionStorage)
    // Not told to the server, the session ends by itself; the password is what counts.
    await signOut(client, queries).catch(() => undefined)
  }

  const expire = async () => {
    await finish()
    leave('Session Expired', 'Password reset session has expired. Please request a new reset link.')
  }

  const open = async (link: Link) => {
    setPhase('verifying')
    try {
      await openRecovery(client, queries, link)
      startRecovery(sessionStorage, Date.now())
      setPhase('form')
    } catch (thrown) {
      const error = toDataError(thrown)
      if (!isUnanswered(error)) return leave('Invalid Reset Link', linkProblem(error))
      showToast({
        tone: 'error',
        title: 'Error',
        message: 'Failed to process reset link. Please try again.',
      })
      // A hash is still good and can be tried again; the other forms are used up by the try.
      if (link.kind === 'hash') setPhase('ask')
      else navigate('/forgot-password', { replace: true })
    }
  }

  const goOn = async () => {
    const left = recoveryLeft(sessionStorage, Date.now())
    const user = await queries.ensureQueryData(sessionQuery(client)).catch(() => null)
    if (left === 0) return expire()
    if (left === null || !user) return leave('Invalid Reset Link', INVALID)
    setPhase('form')
  }

  const begin = () => {
    if (begun.current) return
    begun.current = true
    dropCallback()
    if (callback === null) void goOn()
    else if (callback.kind === 'refused') leave('Invalid Reset Link', INVALID)
    else if (callback.kind !== 'hash') void open(callback)
  }
  const start = useRef(begin)
  useEffect(() => start.current(), [])

  const redeem = () => {
    if (callback?.kind === 'hash') void open(callback)
  }
  return { phase, redeem, expire, finish }
}

const INVALID = 'This password reset link is invalid or has expired.'

function linkProblem({ code }: DataError): string {
  return code === 'pkce_code_verifier_not_found' || code === 'bad_code_verifier'
    ? 'This link was opened in another browser than the one you asked for it in. Please request a new one here.'
    : INVALID
}

/** Nobody judged the link: the network failed, or the server was busy. */
function isUnanswered({ code, status = 0 }: DataError): boolean {
  return code === 'NETWORK' || status === 429 || status >= 500
}
