import type { DataClient } from '@rookies/data/client'
import { tabStore } from '@rookies/data/device/store'
import { type DataError, isTransient, toDataError } from '@rookies/data/errors'
import { needsSecondFactor } from '@rookies/data/factors/confirm-code'
import type { Callback } from '@rookies/data/session/callback'
import { clearCallback, pendingCallback } from '@rookies/data/session/pending-callback'
import {
  clearRecoveryLink,
  endRecovery,
  openRecovery,
  recoveryLeft,
  recoveryUser,
  savedRecoveryLink,
  saveRecoveryLink,
  startRecovery,
} from '@rookies/data/session/recovery'
import { signOut } from '@rookies/data/session/sign-out'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { recoveryClient } from './recovery-session'

type Link = Exclude<Callback, { kind: 'refused' }>

/** Why a reset ended. The page on which another link is requested shows it. */
export interface ResetRefusal {
  title: string
  message: string
}

interface Recovery {
  /**
   * `ask`: the page holds a link that is redeemed when the person presses the button. `factor`: the account has a
   * second factor, which comes before the new password.
   */
  phase: 'verifying' | 'ask' | 'factor' | 'form'
  /** The client of the session that the link opened. */
  client: DataClient
  /** The email of the account, known once the link is redeemed. */
  email: string | null
  /** Why the link could not be redeemed; null unless the person can try again. */
  failure: string | null
  /** Redeems the link. */
  redeem: () => void
  /** Changes the phase: to `factor` when Auth asks for the second factor, to `form` when Auth has accepted it. */
  changePhase: (phase: 'factor' | 'form') => void
  /** Ends the reset after fifteen minutes. */
  expire: () => Promise<void>
  /** Called after the new password was saved: ends the reset, its session, and the browser's own session. */
  finish: () => Promise<void>
}

/**
 * Handles a reset link (rules/accounts#reset): checks what the address contains, keeps the form open for fifteen
 * minutes, and sends everybody else to request another link. The session of the link exists only in this tab and
 * ends when the person leaves the page, so the link is no way to sign in.
 */
export function useRecovery(): Recovery {
  const mainClient = useData()
  const client = recoveryClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [callback] = useState(currentLink)
  const [email, setEmail] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [phase, setPhase] = useState<Recovery['phase']>(
    callback?.kind === 'hash' ? 'ask' : 'verifying',
  )
  const begun = useRef(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  const leave = (title: string, message: string) => {
    const refusal: ResetRefusal = { title, message }
    navigate('/forgot-password', { replace: true, state: { refusal } })
  }

  const end = async () => {
    endRecovery(tabStore)
    clearRecoveryLink(tabStore)
    // If the request does not reach the server, the session expires by itself; this tab has deleted its tokens.
    await client.auth.signOut({ scope: 'local' }).catch(() => undefined)
  }

  const finish = async () => {
    await end()
    // Auth has revoked the sessions of the old password, so the browser's own session is removed too.
    await signOut(mainClient, queries).catch(() => undefined)
  }

  const expire = async () => {
    await end()
    leave('Session Expired', 'Password reset session has expired. Please request a new reset link.')
  }

  const show = async (address: string | null) => {
    setEmail(address)
    // If the factors cannot be read, the form opens, and Auth asks for the second factor when the password is sent.
    setPhase((await needsSecondFactor(client).catch(() => false)) ? 'factor' : 'form')
  }

  const open = async (link: Link) => {
    setPhase('verifying')
    setFailure(null)
    try {
      const user = await openRecovery(client, link)
      clearRecoveryLink(tabStore)
      startRecovery(tabStore, Date.now())
      await show(user.email)
    } catch (thrown) {
      const error = toDataError(thrown)
      if (!isTransient(error)) {
        clearRecoveryLink(tabStore)
        return leave('Invalid Reset Link', linkProblem(error))
      }
      // A token hash stays valid after a failed request and can be tried again; the other kinds of link are used up.
      if (link.kind !== 'hash') return leave('Error', FAILED)
      setFailure(FAILED)
      setPhase('ask')
    }
  }

  const goOn = async () => {
    const left = recoveryLeft(tabStore, Date.now())
    if (left === 0) return expire()
    const user = left === null ? null : await recoveryUser(client).catch(() => null)
    if (!user) return leave('Invalid Reset Link', INVALID)
    await show(user.email)
  }

  const begin = () => {
    clearTimeout(leaving.current)
    if (begun.current) return
    begun.current = true
    clearCallback()
    if (callback === null) void goOn()
    else if (callback.kind === 'refused') leave('Invalid Reset Link', INVALID)
    else if (callback.kind === 'hash') saveRecoveryLink(tabStore, callback.tokenHash)
    else void open(callback)
  }
  // Leaving the page ends the reset. React mounts the component twice during development, which must not end it.
  const abandon = () => {
    leaving.current = setTimeout(() => {
      if (recoveryLeft(tabStore, Date.now()) !== null) void end()
    })
  }
  const steps = useRef({ begin, abandon, expire })
  useEffect(() => {
    const { begin: start, abandon: stop } = steps.current
    start()
    return stop
  }, [])

  const running = phase === 'factor' || phase === 'form'
  useEffect(() => {
    if (!running) return
    const left = recoveryLeft(tabStore, Date.now()) ?? 0
    const timer = setTimeout(() => void steps.current.expire(), left)
    return () => clearTimeout(timer)
  }, [running])

  const redeem = () => {
    if (callback?.kind === 'hash') void open(callback)
  }
  return { phase, client, email, failure, redeem, changePhase: setPhase, expire, finish }
}

/** Returns the link in the address, or the one that this tab stored before a reload. */
function currentLink(): Callback | null {
  const held = pendingCallback()
  if (held || recoveryLeft(tabStore, Date.now()) !== null) return held
  const tokenHash = savedRecoveryLink(tabStore)
  return tokenHash === null ? null : { kind: 'hash', tokenHash }
}

const FAILED = 'Failed to process reset link. Please try again.'
const INVALID = 'This password reset link is invalid or has expired.'

function linkProblem({ code }: DataError): string {
  return code === 'pkce_code_verifier_not_found' || code === 'bad_code_verifier'
    ? 'This link only works in the browser in which you asked for it. Please request a new one here.'
    : INVALID
}
