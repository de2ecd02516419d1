import { createHash } from 'node:crypto'

/** The few pages that the server itself shows to a browser inside WeChat: no script, no asset, one style. */

const style = `:root{color-scheme:light dark;--paper:#f5f3ee;--card:#fff;--ink:#1f2328;--soft:#5b6169;--line:#d9d5cb;--main:#0b6b4f}
@media(prefers-color-scheme:dark){:root{--paper:#16181b;--card:#202327;--ink:#eceae5;--soft:#a9aeb5;--line:#3a3f45;--main:#4cc29a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{width:100%;max-width:26rem;padding:28px 24px;background:var(--card);border:1px solid var(--line);border-radius:16px}
h1{margin:0 0 8px;font-size:1.35rem;line-height:1.35}
p{margin:0 0 16px;color:var(--soft)}
form{display:grid;gap:12px;margin-top:20px}
fieldset{margin:0;padding:0;border:0}
legend{padding:0;margin-bottom:4px;color:var(--soft)}
label{display:flex;align-items:center;gap:12px;min-height:48px}
input[type=radio]{width:20px;height:20px;accent-color:var(--main)}
input[type=text]{flex:1;min-width:0;min-height:44px;padding:0 12px;border:1px solid var(--soft);border-radius:10px;background:transparent;color:inherit;font:inherit}
button{min-height:48px;padding:0 16px;border:1px solid var(--soft);border-radius:12px;background:transparent;color:inherit;font:inherit;cursor:pointer}
button.main{border-color:var(--main);background:var(--main);color:var(--card);font-weight:600}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}`

const styleHash = createHash('sha256').update(style).digest('base64')

export const wechatPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
} as const

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')
}

/** @param title also the heading; escaped here @param body markup, escaped by the caller */
export function wechatPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>
`
}
