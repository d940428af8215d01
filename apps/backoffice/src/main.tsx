import '@ant-design/v5-patch-for-react-19'
import '@rookies/ui/fonts/fonts.css'
import '@rookies/ui/tokens/tokens.css'
import './base.css'
import { createDataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createQueryClient } from '@rookies/data/query-client'
import { watchSession } from '@rookies/data/session/watch-session'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { createRouter } from './app/routes'

const client = createDataClient(dataProject(import.meta.env, window.location.origin))
const queries = createQueryClient()
watchSession(client, queries)

const host = document.getElementById('root')
if (!host) throw new Error('index.html has no #root')

createRoot(host).render(
  <StrictMode>
    <App backend={{ client, queries }} router={createRouter()} />
  </StrictMode>,
)
