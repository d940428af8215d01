import { LESSON_COLUMNS } from '../course-viewing/lesson-columns'
import { SESSION_KEY } from '../session/keys'

/**
 * With a token that expires sooner than this, in milliseconds, the script sends no request, because the application
 * will refresh the token.
 */
const RENEWED_BELOW_MS = 90_000

/**
 * Returns a script for the head of the page that requests the data of the screen before the application has loaded: the
 * library (also at `/`), or the outline of a course and its lesson. It runs only for a signed-in person with a valid
 * token. `url` is the project's origin ('' for the page's own), `key` its publishable key. The content security policy
 * contains the hash of the script. `takePrefetched` passes the answers on; if anything fails, the application sends the
 * request itself.
 */
export function prefetchScript({ url, key }: { url: string; key: string }): string {
  const select = encodeURIComponent(LESSON_COLUMNS.replaceAll(' ', ''))
    // `URLSearchParams` encodes parentheses in this way, and the addresses must be equal.
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  const lesson = `lessons?select=${select}&id=eq.`
  const own = '&lesson_attachments.order=sort_order.asc&lesson_progress.user_id=eq.'
  return `(function(){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}')),t=s.access_token,m=/^\\/(?:app\\/(?:dashboard|courses\\/([a-z0-9-]+)(?:\\/lesson\\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?))?$/.exec(location.pathname);if(!m||!t||!(s.expires_at*1e3-Date.now()>${RENEWED_BELOW_MS}))return;var p=(${JSON.stringify(url)}||location.origin)+'/rest/v1/',u=[p+(m[1]?'rpc/course_outline?slug='+m[1]:'rpc/library')];if(m[2])u.push(p+${JSON.stringify(lesson)}+m[2]+'${own}'+s.user.id);window.rookiesPrefetched=u.map(function(x){var a=fetch(x,{headers:{apikey:${JSON.stringify(key)},Authorization:'Bearer '+t}});a.catch(function(){});return{url:x,token:t,answer:a}})}catch(e){}})()`
}
