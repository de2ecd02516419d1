import './node-version.mjs'
import { runDatabaseCommand } from './db-command.mjs'

runDatabaseCommand('move')
