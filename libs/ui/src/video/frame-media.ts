import type { MediaEventName, PlayerMedia } from './media'
import type { PlayerProtocol, PlayerReport } from './protocol'

/** The part of an iframe element that is used. */
interface PlayerFrame {
  contentWindow: Pick<Window, 'postMessage'> | null
}

const HELLO_EVERY_MS = 400

/**
 * Gives a player in a frame the interface of a video element, as far as the provider's player supports it. Messages
 * that do not come from this frame and its provider's origin are ignored.
 */
export class FrameMedia implements PlayerMedia {
  /** The player has its own volume control; react-player sets this property on every player. */
  volume = 1
  #positionSec = 0
  #durationSec = Number.NaN
  #playing = false
  #ended = false
  #rate = 1
  #toldRate: number | null = null
  #captions: string | null = null
  #ready = false
  /** Sends a message to the player; does nothing until there is one. */
  #post: (message: unknown) => void = () => undefined
  #protocol: PlayerProtocol | null = null

  get currentTime(): number {
    return this.#positionSec
  }

  set currentTime(seconds: number) {
    if (this.#protocol) this.#post(this.#protocol.seek(seconds))
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
    if (this.#protocol && this.#ready) this.#post(this.#protocol.setRate(rate))
  }

  play(): void {
    if (this.#protocol) this.#post(this.#protocol.setPlaying(true))
  }

  pause(): void {
    if (this.#protocol) this.#post(this.#protocol.setPlaying(false))
  }

  /** The language of the captions as the player reported it, null for none. Setting it turns them on or off. */
  get captions(): string | null {
    return this.#captions
  }

  set captions(language: string | null) {
    if (this.#protocol) this.#post(this.#protocol.setCaptions(language))
  }

  /**
   * Sends the greeting to the player in a frame until it answers, then listens to its messages. `tell` is called for
   * each event after all values of a message are stored. Returns a function that stops listening.
   */
  connect(
    frame: PlayerFrame,
    protocol: PlayerProtocol,
    tell: (event: MediaEventName) => void,
  ): () => void {
    let origin = '*'
    const post = (message: unknown) => {
      if (message !== null) frame.contentWindow?.postMessage(message, origin)
    }
    const greet = () => {
      for (const message of protocol.hello) post(message)
    }
    const greeting = setInterval(greet, HELLO_EVERY_MS)
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || !protocol.isOrigin(event.origin)) return
      const report = protocol.read(event.data)
      if (!report) return
      const met = report.ready === true && !this.#ready
      if (met) {
        this.#ready = true
        origin = event.origin
        clearInterval(greeting)
        for (const message of protocol.subscribe) post(message)
        if (this.#rate !== 1) post(protocol.setRate(this.#rate))
      }
      for (const name of [...(met ? (['loadstart'] as const) : []), ...this.#store(report)]) {
        tell(name)
      }
    }
    this.#protocol = protocol
    this.#post = post
    this.#ready = false
    addEventListener('message', onMessage)
    greet()
    return () => {
      removeEventListener('message', onMessage)
      clearInterval(greeting)
      this.#post = () => undefined
    }
  }

  /** Stores the values of a message. Returns the events that a video element would fire. */
  #store(report: PlayerReport): MediaEventName[] {
    const events: MediaEventName[] = []
    if (report.failed) events.push('error')
    if (report.durationSec !== undefined && report.durationSec !== this.#durationSec) {
      this.#durationSec = report.durationSec
      events.push('durationchange')
    }
    // The initial rate fires an event too, so that listeners can tell it from a rate that the person chooses later.
    if (report.rate !== undefined && report.rate !== this.#toldRate) {
      this.#rate = report.rate
      this.#toldRate = report.rate
      events.push('ratechange')
    }
    if (report.captions !== undefined) {
      this.#captions = report.captions
      events.push('captionschange')
    }
    if (report.playing !== undefined && report.playing !== this.#playing) {
      this.#playing = report.playing
      events.push(report.playing ? 'play' : 'pause')
    }
    if (report.positionSec !== undefined) {
      this.#positionSec = report.positionSec
      events.push('timeupdate')
    }
    if (report.ended !== undefined && report.ended !== this.#ended) {
      this.#ended = report.ended
      if (report.ended) events.push('ended')
    }
    return events
  }
}
