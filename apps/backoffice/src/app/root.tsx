import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { showPageIcons } from '@rookies/ui/components/logo/page-icons'
import { notification } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { LookContext } from '../ui/look'
import { useBackend } from './backend'
import { Flash } from './flash'
import { keepFocus } from './keep-focus'
import { createNotificationProvider, createShowToast } from './notification-provider'
import { createProviders } from './providers'
import { refineResources } from './refine-resources'
import { ToastContext, useOneToast } from './toasts'
import { useBoot } from './use-boot'

export function Root() {
  const backend = useBackend()
  const providers = useMemo(() => createProviders(backend), [backend])

  const settings = useBoot({ enabled: false }).data?.settings
  const oneToast = useOneToast()
  const toastPlace = useRef<HTMLElement>(null)
  const [toasts, toastHolder] = notification.useNotification({
    // Toasts appear below the header, so that they do not cover its menus and the buttons at the top of screens.
    placement: 'bottomRight',
    maxCount: oneToast ? 1 : 4,
    getContainer: () => toastPlace.current ?? document.body,
  })
  const showToast = useMemo(() => createShowToast(toasts), [toasts])
  const notificationProvider = useMemo(
    () => createNotificationProvider(toasts, showToast),
    [toasts, showToast],
  )

  useEffect(() => keepFocus(document), [])
  useEffect(() => showPageIcons(settings?.logo ?? ''), [settings?.logo])

  return (
    <Refine
      {...providers}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      resources={refineResources}
    >
      <LookContext value={settings}>
        <ToastContext value={showToast}>
          <Outlet />
        </ToastContext>
      </LookContext>
      <ScrollRestoration />
      <section ref={toastPlace} aria-label="Notifications" />
      {toastHolder}
      <Flash toasts={notificationProvider} />
    </Refine>
  )
}
