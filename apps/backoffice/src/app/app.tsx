import { useMatchMedia } from '@rookies/ui/media/use-match-media'
import { useTheme } from '@rookies/ui/theme/use-theme'
import { QueryClientProvider } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { type ComponentProps, useMemo } from 'react'
import { RouterProvider } from 'react-router-dom'
import { antdConfig } from './antd-config'
import { type Backend, BackendContext } from './backend'

interface AppProps {
  backend: Backend
  router: ComponentProps<typeof RouterProvider>['router']
}

/**
 * When animations are first turned off, antd mounts all children of its provider again, and typed text would be lost.
 * An outer provider without animations prevents this.
 */
const STILL = { token: { motion: false }, hashed: false }

export function App({ backend, router }: AppProps) {
  const { theme } = useTheme()
  const calm = useMatchMedia('(prefers-reduced-motion: reduce)')
  const config = useMemo(() => antdConfig(theme, calm), [theme, calm])

  return (
    <ConfigProvider theme={STILL}>
      <ConfigProvider theme={config} wave={{ disabled: true }}>
        <BackendContext value={backend}>
          <QueryClientProvider client={backend.queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </BackendContext>
      </ConfigProvider>
    </ConfigProvider>
  )
}
