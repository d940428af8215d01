import { expect, it } from 'vitest'
import { isPortalPath } from './portal-path'

it.each([
  '/',
  '/app/dashboard',
  '/app/courses/git/lesson/1',
  '/login',
  '/administrator',
  '/healthy',
])('%s is a page of the portal', (path) => expect(isPortalPath(path)).toBe(true))

it.each([
  '/admin',
  '/admin/courses',
  '/%61dmin/courses',
  '/moderator/members',
  '/auth/v1/verify',
  '/rest/v1/rpc/library',
  '/realtime/v1/websocket',
  '/storage/v1/object/public/covers/a',
  '/functions/v1/send-invite',
  '/_mail',
  '/_mail.json',
  '/_ci',
  '/worker.js',
  '/assets/index',
  '/%E0%A4%A',
])('the service worker ignores %s', (path) => expect(isPortalPath(path)).toBe(false))
