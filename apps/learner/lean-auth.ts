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
 * Methods of its classes that nobody here can reach: other ways of signing in, acting as an OAuth
 * server, reading signed claims in the browser, and all that needs the service key. A class is never
 * shaken, so without this they are 4 kB gzip more.
 */
const UNUSED_METHODS: Record<string, readonly string[]> = {
  'GoTrueClient.js': [
    'signInAnonymously',
    'signInWithIdToken',
    'signInWithOAuth',
    'signInWithSSO',
    'signInWithWeb3',
    'signInWithEthereum',
    'signInWithSolana',
    'signInWithPasskey',
    'registerPasskey',
    'getUserIdentities',
    'linkIdentity',
    'linkIdentityOAuth',
    'linkIdentityIdToken',
    'unlinkIdentity',
    'getClaims',
    'fetchJwk',
    '_handleProviderSignIn',
    '_getUrlForProvider',
    '_getAuthorizationDetails',
    '_approveAuthorization',
    '_denyAuthorization',
    '_listOAuthGrants',
    '_revokeOAuthGrant',
    '_startPasskeyRegistration',
    '_verifyPasskeyRegistration',
    '_startPasskeyAuthentication',
    '_verifyPasskeyAuthentication',
    '_listPasskeys',
    '_updatePasskey',
    '_deletePasskey',
  ],
  'GoTrueAdminApi.js': [
    'inviteUserByEmail',
    'generateLink',
    'createUser',
    'listUsers',
    'getUserById',
    'updateUserById',
    'deleteUser',
    '_listFactors',
    '_deleteFactor',
    '_listOAuthClients',
    '_createOAuthClient',
    '_getOAuthClient',
    '_updateOAuthClient',
    '_deleteOAuthClient',
    '_regenerateOAuthClientSecret',
    '_listCustomProviders',
    '_createCustomProvider',
    '_getCustomProvider',
    '_updateCustomProvider',
    '_deleteCustomProvider',
    '_adminListPasskeys',
    '_adminDeletePasskey',
  ],
}

const OURS = /\/(?:apps|libs)\/.*\.tsx?$/
const REACHED = new RegExp(
  `\\bauth\\.(?:oauth|passkey|admin|${Object.values(UNUSED_METHODS)
    .flat()
    .filter((name) => !name.startsWith('_'))
    .join('|')})\\b`,
)

/**
 * A Vite plugin that leaves them out: people sign in here by password, code or link. A version of
 * auth-js that wants another name from these files, has no such method or calls it itself fails the
 * build, and so does code of ours that asks for one: nothing goes missing unseen.
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
    transform(code, id) {
      const reached = OURS.test(id) && !id.includes('/node_modules/') && REACHED.exec(code)
      if (reached) this.error(`${reached[0]} is left out of the portal: see lean-auth.ts`)
      const [, file = ''] = /\/@supabase\/auth-js\/dist\/module\/(\w+\.js)$/.exec(id) ?? []
      const names = UNUSED_METHODS[file]
      return names ? { code: withoutBodies(code, names), map: null } : null
    },
  }
}

/** The module with the bodies of these methods emptied. Throws for one that is missing or called. */
function withoutBodies(code: string, names: readonly string[]): string {
  let lean = code
  for (const name of names) {
    // The compiler that made these files indents a class's methods by four spaces.
    const method = new RegExp(`^( {4}(?:async )?${name}\\(.*\\) \\{)\\n[^]*?\\n {4}\\}$`, 'm')
    if (!method.test(lean)) throw new Error(`auth-js has no method ${name}: see lean-auth.ts`)
    lean = lean.replace(method, '$1 }')
  }
  const called = names.find((name) => new RegExp(`^\\s*[^*\\s].*this\\.${name}\\(`, 'm').test(lean))
  if (called) throw new Error(`auth-js calls ${called} itself: see lean-auth.ts`)
  return lean
}
