import type { Look } from './options.ts'

/** One picture that was written. */
export type Shot = { group: string; name: string; look: Look; file: string }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const row = (shots: readonly Shot[]): string =>
  shots
    .map(
      ({
        file,
        name,
        look,
      }) => `<figure><a href="${escaped(file)}"><img loading="lazy" src="${escaped(file)}" alt=""></a>
<figcaption>${escaped(name)} · ${look}</figcaption></figure>`,
    )
    .join('\n')

/** All pictures on one page, the looks of a screen side by side. */
export function contactSheet(shots: readonly Shot[], width: number): string {
  const groups = [...new Set(shots.map(({ group }) => group))]
  const sections = groups.map((group) => {
    const names = [...new Set(shots.filter((shot) => shot.group === group).map(({ name }) => name))]
    const rows = names.map(
      (name) => `<div>${row(shots.filter((shot) => shot.group === group && shot.name === name))}</div>`,
    )
    return `<h2>${escaped(group)}</h2>\n${rows.join('\n')}`
  })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens at ${width} px</title>
<style>
body { margin: 24px; background: #777; color: #fff; font: 14px system-ui }
div { display: flex; flex-wrap: wrap; gap: 16px; margin-block-end: 32px; align-items: flex-start }
figure { margin: 0 } img { width: ${Math.min(width, 390)}px; display: block; background: #fff }
</style>
<h1>${shots.length} screens at ${width} px</h1>
${sections.join('\n')}
</html>
`
}
