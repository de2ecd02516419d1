import { pino } from 'pino'
import { makeTemplate } from './template.ts'

/** `template.command <folder>`: makes the template that first starts are copied from. */

const folder = process.argv[2]
if (!folder) throw new Error('usage: template.command <folder>')
await makeTemplate({ folder, log: pino({ level: 'warn' }) })
