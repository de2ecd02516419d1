import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

// `--import tsx` registers in the main thread only. Source tree only: the built server has no TypeScript.
register()
await import(workerData.module)
