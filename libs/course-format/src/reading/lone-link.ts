import { isWebLink } from '@rookies/data/links/web-link'
import { parseVideoLink, type VideoLink } from '@rookies/data/video/parse-video-link'
import type { TextLine } from './text-lines'

/**
 * A text with one video is a video lesson if it has at most this many other characters, or if the video comes first.
 */
const MAX_TEXT_WITH_VIDEO = 2000
/** A text with one link is a link lesson only if it has at most this many other characters. */
const MAX_TEXT_WITH_LINK = 1000
const HEADING = /^ {0,3}#{1,6}[ \t]/

/** The maximum length of a link or an embed code, in characters. */
const MAX_LENGTH = 5000

/** The video or link of a lesson that is mainly that video or link, and the rest of its text. */
export interface LoneLink {
  video: VideoLink | null
  url: string
  rest: TextLine[]
}

const AUTOLINK = /^<(https?:\/\/[^<>\s]+)>$/i
const BARE = /^https?:\/\/\S+$/i
const NAMED =
  /^\[(?:[^[\]]|!\[[^[\]]*\]\([^()]*\))*\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+["'(].*["')])?\)$/i
const EMBED = /<(?:iframe|stream|mux-player|mux-video)\b/i
const ANY_LINK = /https?:\/\//i

interface Block {
  from: number
  to: number
  text: string
}

function blocksOf(lines: TextLine[]): Block[] {
  const blocks: Block[] = []
  let from = -1
  for (let at = 0; at <= lines.length; at += 1) {
    const line = lines[at]
    const filled = line?.prose === true && line.text.trim() !== ''
    if (filled && from < 0) from = at
    if (!filled && from >= 0) {
      const text = lines.slice(from, at).map((each) => each.text.trim())
      blocks.push({ from, to: at, text: text.join(' ') })
      from = -1
    }
  }
  return blocks
}

/** Returns the address if a paragraph contains nothing but an address; otherwise null. */
function onlyAddress(text: string): string | null {
  const found = AUTOLINK.exec(text)?.[1] ?? NAMED.exec(text)?.[1]
  return found ?? (BARE.test(text) ? text : null)
}

/** Returns the video if a paragraph contains nothing but its embed code; otherwise null. */
function onlyEmbed(text: string): VideoLink | null {
  const words = text.replace(/<[^<>]*>/g, '').trim()
  return words === '' && EMBED.test(text) ? parseVideoLink(text) : null
}

/**
 * Returns the video or link if a paragraph consists of it and it is the main content of the lesson: a video at the
 * beginning or with little text around it, or a text's only link with a few sentences around it. Returns null if the
 * lesson is an ordinary text. Takes the lines without the title.
 */
export function findLoneLink(lines: TextLine[]): LoneLink | null {
  const blocks = blocksOf(lines)
  const found = blocks.flatMap((block) => {
    if (block.text.length > MAX_LENGTH) return []
    const url = onlyAddress(block.text)
    const video = url === null ? onlyEmbed(block.text) : parseVideoLink(url)
    return url === null && video === null ? [] : [{ block, url: url ?? '', video }]
  })
  const videos = found.filter(({ video }) => video !== null)
  const [only] = videos.length > 0 ? videos : found
  if (only === undefined || videos.length > 1 || (videos.length === 0 && found.length > 1))
    return null
  const rest = lines.filter((_line, index) => index < only.block.from || index >= only.block.to)
  const around = rest.map((line) => line.text).join('\n')
  const length = around.trim().length
  if (only.video !== null) {
    const opens = only.block === blocks[0] && lines.slice(0, only.block.from).every(isBlank)
    return opens || length <= MAX_TEXT_WITH_VIDEO ? { ...only, rest } : null
  }
  const isNote = rest.every((line) => line.prose && !HEADING.test(line.text))
  const isOnlyLink = !ANY_LINK.test(around) && isWebLink(only.url)
  return isNote && isOnlyLink && length <= MAX_TEXT_WITH_LINK ? { ...only, rest } : null
}

function isBlank(line: TextLine): boolean {
  return line.text.trim() === ''
}
