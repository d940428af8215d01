import type { Plugin } from 'vite'

export default function precompress(): Plugin
