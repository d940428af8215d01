import { LESSON_COLUMNS } from '../course-viewing/lesson-columns'
import { SESSION_KEY } from '../session/keys'

/** Auth renews a token that has less than this left, in milliseconds; nothing is asked with such a one. */
const RENEWED_BELOW_MS = 90_000

/**
 * A script for the page's head that asks for what the screen at the address waits for, a round trip and
 * the download of the application before the application could: the library (at `/` too), or a course's outline and
 * its lesson, which is what a visit waits for. Only for a signed-in person with a token that still
 * lasts. In: the project's origin ('' for the page's own) and publishable key. Out: the script's text,
 * which the content security policy names by its hash. What it got is taken by `takePrefetched`; whatever
 * goes wrong in it, the application asks again.
 */
export function prefetchScript({ url, key }: { url: string; key: string }): string {
  const select = encodeURIComponent(LESSON_COLUMNS.replaceAll(' ', ''))
    // As URLSearchParams writes them.
    .replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'))
  const lesson = `lessons?select=${select}&id=eq.`
  const own = '&lesson_attachments.order=sort_order.asc&lesson_progress.user_id=eq.'
  return `(function(){try{var s=JSON.parse(localStorage.getItem('${SESSION_KEY}')),t=s.access_token,m=/^\\/(?:app\\/(?:dashboard|courses\\/([a-z0-9-]+)(?:\\/lesson\\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?))?$/.exec(location.pathname);if(!m||!t||!(s.expires_at*1e3-Date.now()>${RENEWED_BELOW_MS}))return;var p=(${JSON.stringify(url)}||location.origin)+'/rest/v1/',u=[p+(m[1]?'rpc/course_outline?slug='+m[1]:'rpc/library')];if(m[2])u.push(p+${JSON.stringify(lesson)}+m[2]+'${own}'+s.user.id);window.rookiesPrefetched=u.map(function(x){var a=fetch(x,{headers:{apikey:${JSON.stringify(key)},Authorization:'Bearer '+t}});a.catch(function(){});return{url:x,token:t,answer:a}})}catch(e){}})()`
}
