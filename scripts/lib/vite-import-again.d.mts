import type { Plugin } from 'vite'

export default function importAgain(): Plugin
