import * as words from '#src/i18n/zh-CN/repair.json'
import { hasStarted, onRepairAsked, pageEntry, repairOfferId } from '#src/lib/app-started.ts'
import type { ShellFailureReply, WorkerMessage } from '#sw/messages.ts'
import { repairOnce, repairShell } from './shell-repair.ts'

/**
 * Part of the script inside index.html, so that it needs no other file: when the app does not start, the version before
 * takes its place where the device has it; else the student is offered 修复.
 */

const startTakesMs = 15_000
const workerTakesMs = 2_000
/** No sheet may be there. The policy allows styles that a script sets one by one. */
const offerStyle =
  'position:fixed;inset:0;margin:auto;block-size:fit-content;inline-size:min(20rem,80vw);padding:20px;border-radius:14px;background:Canvas;color:CanvasText;box-shadow:0 2px 24px #0006;font:1rem/1.6 system-ui;text-align:center;display:grid;gap:12px'
const buttonStyle =
  'min-block-size:44px;inline-size:100%;border:0;border-radius:10px;background:#17607a;color:#fff;font:inherit'

/** Reports to the worker that this page did not start. @returns whether it has the version before */
const hasFormer = (): Promise<boolean> =>
  new Promise((resolve) => {
    const controller = navigator.serviceWorker?.controller
    if (!controller) return resolve(false)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve((data as ShellFailureReply).hasFormer)
    setTimeout(() => resolve(false), workerTakesMs)
    const message: WorkerMessage = { type: 'shell-failed', entry: pageEntry() }
    controller.postMessage(message, [port2])
  })

const add = <K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, text: string) => {
  const made = document.createElement(tag)
  made.textContent = text
  parent.append(made)
  return made
}

const showOffer = (): void => {
  const offer = add(document.body, 'div', '')
  offer.id = repairOfferId
  offer.setAttribute('role', 'alert')
  offer.style.cssText = offerStyle
  add(offer, 'b', words.title)
  const reason = add(offer, 'p', words.reason)
  const button = add(offer, 'button', words.action)
  button.style.cssText = buttonStyle
  button.onclick = async () => {
    button.disabled = true
    reason.textContent = words.busy
    if (await repairShell()) return
    button.disabled = false
    reason.textContent = words.offline
  }
}

let hasFailed = false
const fail = async (): Promise<void> => {
  if (hasFailed) return
  hasFailed = true
  if (await hasFormer()) location.reload()
  else if (!hasStarted()) showOffer()
}

const isOfPage = (event: Event): boolean =>
  event instanceof ErrorEvent
    ? event.filename.startsWith(location.origin)
    : event.target instanceof HTMLScriptElement && event.target.type === 'module'

export function watchStart(): void {
  addEventListener('error', (event) => !hasStarted() && isOfPage(event) && void fail(), true)
  const giveUp = (): void => {
    if (hasStarted()) return
    if (document.visibilityState === 'visible') void fail()
    else addEventListener('visibilitychange', () => setTimeout(giveUp, startTakesMs), { once: true })
  }
  setTimeout(giveUp, startTakesMs)
  onRepairAsked((byStudent) => void (byStudent ? repairShell() : repairOnce()))
}
