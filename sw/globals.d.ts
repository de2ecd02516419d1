/** Scheme and host of the API; empty: the worker's own origin. Set by the build. */
declare const __API_HOST__: string
/** The build's version. Set by the build. */
declare const __APP_VERSION__: string
