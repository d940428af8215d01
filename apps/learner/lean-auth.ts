import type { Plugin } from 'vite'

/** Parts of auth-js that only passkeys and crypto wallets call: 3.6 kB gzip in front of every lesson. */
const UNUSED = /^\.\/lib\/(webauthn|web3\/ethereum)$/
const EMPTY = '\0rookies:unused-auth'

const NAMES = [
  'WebAuthnApi',
  'browserSupportsWebAuthn',
  'createCredential',
  'createSiweMessage',
  'deserializeCredentialCreationOptions',
  'deserializeCredentialRequestOptions',
  'fromHex',
  'getAddress',
  'getCredential',
  'serializeCredentialCreationResponse',
  'serializeCredentialRequestResponse',
  'toHex',
  'webAuthnAbortService',
]

/**
 * A Vite plugin that leaves them out: people sign in here by password, code or link. A version of
 * auth-js that wants another name from these files fails the build, so nothing goes missing unseen.
 */
export function leanAuth(): Plugin {
  return {
    name: 'rookies:lean-auth',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      return importer?.includes('/@supabase/auth-js/') && UNUSED.test(source) ? EMPTY : null
    },
    load(id) {
      // Functions, because auth-js makes one of them with `new` when it starts.
      return id === EMPTY ? NAMES.map((name) => `export function ${name}() {}`).join('\n') : null
    },
  }
}
