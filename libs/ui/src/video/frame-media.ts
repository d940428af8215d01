import type { MediaEventName, PlayerMedia } from './media'
import type { PlayerNews, PlayerProtocol } from './protocol'

/** The part of a frame that is used. */
interface PlayerFrame {
  contentWindow: Pick<Window, 'postMessage'> | null
}

const HELLO_EVERY_MS = 400

/**
 * A player in a frame, the same for every provider that reports: what a video element would be, as far
 * as the player says it and takes it. Only messages count that this very frame sent from its
 * provider's origin.
 */
export class FrameMedia implements PlayerMedia {
  /** The player has its own control for this; react-player sets it on everything. */
  volume = 1
  #positionSec = 0
  #durationSec = Number.NaN
  #playing = false
  #ended = false
  #rate = 1
  #toldRate: number | null = null
  #captions: string | null = null
  #ready = false
  /** Sends to the player; nothing is there yet. */
  #say: (message: unknown) => void = () => undefined
  #protocol: PlayerProtocol | null = null

  get currentTime(): number {
    return this.#positionSec
  }

  set currentTime(seconds: number) {
    if (this.#protocol) this.#say(this.#protocol.seek(seconds))
  }

  get duration(): number {
    return this.#durationSec
  }

  get paused(): boolean {
    return !this.#playing
  }

  get ended(): boolean {
    return this.#ended
  }

  get playbackRate(): number {
    return this.#rate
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return
    this.#rate = rate
    if (this.#protocol && this.#ready) this.#say(this.#protocol.setRate(rate))
  }

  play(): void {
    if (this.#protocol) this.#say(this.#protocol.setPlaying(true))
  }

  pause(): void {
    if (this.#protocol) this.#say(this.#protocol.setPlaying(false))
  }

  /** Language of the captions as the player told it, null for none; setting it turns them on or off. */
  get captions(): string | null {
    return this.#captions
  }

  set captions(language: string | null) {
    if (this.#protocol) this.#say(this.#protocol.setCaptions(language))
  }

  /**
   * Greets the player in a frame until it answers, then hears what it says. `tell` is called for each
   * event, after the media holds all of what was said. Out: how to hear nothing more.
   */
  connect(
    frame: PlayerFrame,
    protocol: PlayerProtocol,
    tell: (event: MediaEventName) => void,
  ): () => void {
    let origin = '*'
    const say = (message: unknown) => {
      if (message !== null) frame.contentWindow?.postMessage(message, origin)
    }
    const greet = () => {
      for (const message of protocol.hello) say(message)
    }
    const greeting = setInterval(greet, HELLO_EVERY_MS)
    const hear = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || !protocol.isOrigin(event.origin)) return
      const news = protocol.read(event.data)
      if (!news) return
      const met = news.ready === true && !this.#ready
      if (met) {
        this.#ready = true
        origin = event.origin
        clearInterval(greeting)
        for (const message of protocol.subscribe) say(message)
        if (this.#rate !== 1) say(protocol.setRate(this.#rate))
      }
      for (const name of [...(met ? (['loadstart'] as const) : []), ...this.#learn(news)]) {
        tell(name)
      }
    }
    this.#protocol = protocol
    this.#say = say
    this.#ready = false
    addEventListener('message', hear)
    greet()
    return () => {
      removeEventListener('message', hear)
      clearInterval(greeting)
      this.#say = () => undefined
    }
  }

  /** Takes in what was said. Out: what a video element would have told of it. */
  #learn(news: PlayerNews): MediaEventName[] {
    const events: MediaEventName[] = []
    if (news.failed) events.push('error')
    if (news.durationSec !== undefined && news.durationSec !== this.#durationSec) {
      this.#durationSec = news.durationSec
      events.push('durationchange')
    }
    // How it begins is told as well, or a choice could not be told from it.
    if (news.rate !== undefined && news.rate !== this.#toldRate) {
      this.#rate = news.rate
      this.#toldRate = news.rate
      events.push('ratechange')
    }
    if (news.captions !== undefined) {
      this.#captions = news.captions
      events.push('captionschange')
    }
    if (news.playing !== undefined && news.playing !== this.#playing) {
      this.#playing = news.playing
      events.push(news.playing ? 'play' : 'pause')
    }
    if (news.positionSec !== undefined) {
      this.#positionSec = news.positionSec
      events.push('timeupdate')
    }
    if (news.ended !== undefined && news.ended !== this.#ended) {
      this.#ended = news.ended
      if (news.ended) events.push('ended')
    }
    return events
  }
}
