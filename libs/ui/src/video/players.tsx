import type { PlayerEntry } from 'react-player/players'
import { type FrameProps, ProviderFrame } from './provider-frame'

const at = (address: string) => (src: string) => src.startsWith(address)

const youtube = async () => (await import('./youtube-player')).youtubePlayer
const vimeo = async () => (await import('./vimeo-player')).vimeoPlayer
const cloudflare = async () => (await import('./cloudflare-player')).cloudflarePlayer
const mux = async () => (await import('./mux-player')).muxPlayer

/** The player of each provider, with the addresses from which its videos are embedded (rules/learning#players). */
export const PLAYERS: PlayerEntry[] = [
  {
    key: 'youtube',
    name: 'YouTube',
    canPlay: at('https://www.youtube-nocookie.com/embed/'),
    player: (props: FrameProps) => <ProviderFrame {...props} load={youtube} />,
  },
  {
    key: 'vimeo',
    name: 'Vimeo',
    canPlay: at('https://player.vimeo.com/video/'),
    player: (props: FrameProps) => <ProviderFrame {...props} load={vimeo} />,
  },
  {
    key: 'cloudflare',
    name: 'Cloudflare Stream',
    canPlay: at('https://iframe.videodelivery.net/'),
    player: (props: FrameProps) => <ProviderFrame {...props} load={cloudflare} />,
  },
  {
    key: 'mux',
    name: 'Mux',
    canPlay: at('https://player.mux.com/'),
    player: (props: FrameProps) => <ProviderFrame {...props} load={mux} />,
  },
  {
    key: 'loom',
    name: 'Loom',
    canPlay: at('https://www.loom.com/embed/'),
    player: (props: FrameProps) => <ProviderFrame {...props} load={null} />,
  },
]

/** The player for an address of an unknown provider, which draws nothing. */
export const NO_PLAYER: PlayerEntry = {
  key: 'none',
  name: 'None',
  canPlay: () => false,
  player: () => null,
}
