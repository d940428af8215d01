import '@ant-design/v5-patch-for-react-19'
import '@rookies/ui/controls/choices.css'
import '@rookies/ui/fonts/fonts.css'
import '@rookies/ui/tokens/tokens.css'
import './base.css'
import { dataProject } from '@rookies/data/env'
import { createQueryClient } from '@rookies/data/query-client'
import { createDataClient } from '@rookies/data/session/create-client'
import { createFunctionCaller } from '@rookies/data/session/functions'
import { captureCallback, watchCallbacks } from '@rookies/data/session/pending-callback'
import { watchSession } from '@rookies/data/session/watch-session'
import { submitByKey } from '@rookies/ui/keys/submit-key'
import { guardPresses } from '@rookies/ui/presses/guard-presses'
import { applyTheme, watchTheme } from '@rookies/ui/theme/theme'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { leaveFlash } from './app/flash'
import { createRouter } from './app/routes'

/** Milliseconds before optional work starts, so that the page can load first. */
const QUIET_MS = 1_000

// Removes tokens of mail links from the address before anything else reads it.
captureCallback()
watchCallbacks()
guardPresses()
submitByKey()

const project = dataProject(import.meta.env, window.location.origin)
const client = createDataClient({
  ...project,
  onEnded: () => leaveFlash('session-ended'),
})
const functions = createFunctionCaller(project, client)
const queries = createQueryClient()
watchSession(client, queries)
// The theme starts before the app, because the crash screen needs colours too.
watchTheme(applyTheme)

const host = document.getElementById('root')
if (!host) throw new Error('index.html has no #root')

createRoot(host).render(
  <StrictMode>
    <App backend={{ project, client, functions, queries }} router={createRouter()} />
  </StrictMode>,
)

setTimeout(() => {
  import('@rookies/data/access/watch-account')
    .then(({ watchAccount }) => watchAccount(client, queries))
    .catch(() => undefined)
}, QUIET_MS)

setTimeout(() => {
  import('@rookies/data/account/note-zone')
    .then(({ noteZone }) => noteZone(client, queries))
    .catch(() => undefined)
}, QUIET_MS)

// Errors are collected in memory until the log has loaded.
setTimeout(() => {
  import('@rookies/data/logs/log-store')
    .then(({ logUncaughtErrors }) => logUncaughtErrors('back-office'))
    .catch(() => undefined)
}, QUIET_MS)
