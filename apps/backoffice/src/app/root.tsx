import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { notification } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { useBackend } from './backend'
import { Flash } from './flash'
import { keepFocus } from './keep-focus'
import { createNotificationProvider, createShowToast } from './notification-provider'
import { createProviders } from './providers'
import { refineResources } from './refine-resources'
import { ToastContext, useOneToast } from './toasts'

export function Root() {
  const backend = useBackend()
  const providers = useMemo(() => createProviders(backend), [backend])

  const oneToast = useOneToast()
  const toastPlace = useRef<HTMLElement>(null)
  const [toasts, toastHolder] = notification.useNotification({
    // Toasts do not cover the header's menus and the buttons at the top of screens.
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

  return (
    <Refine
      {...providers}
      notificationProvider={notificationProvider}
      routerProvider={routerProvider}
      resources={refineResources}
    >
      <ToastContext value={showToast}>
        <Outlet />
      </ToastContext>
      <ScrollRestoration />
      <section ref={toastPlace} aria-label="Notifications" />
      {toastHolder}
      <Flash toasts={notificationProvider} />
    </Refine>
  )
}
