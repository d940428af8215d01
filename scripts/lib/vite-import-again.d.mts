import type { Plugin } from 'vite'

export default function importAgain(): Plugin

export function askAgain(code: string): string
