import { mkdir } from 'node:fs/promises'
import { chromium } from 'playwright'
import { chromiumFlags, findChromium } from './find-chromium.mjs'
import { root } from './process.mjs'

/**
 * Draws public/icons once; run by hand after a change of the mark. Needs a Song or Serif CJK font.
 * A maskable icon keeps its mark inside the middle 80 %, since launchers cut it to any shape.
 */
const icons = [
  { file: 'icon-48.png', size: 48, mark: 0.66, radius: 0.22 },
  { file: 'icon-192.png', size: 192, mark: 0.6, radius: 0.22 },
  { file: 'icon-512.png', size: 512, mark: 0.6, radius: 0.22 },
  { file: 'maskable-512.png', size: 512, mark: 0.48, radius: 0 },
  { file: 'apple-touch-icon.png', size: 180, mark: 0.58, radius: 0 },
]

/** @param {{ size: number, mark: number, radius: number }} icon */
const svg = ({ size, mark, radius }) => {
  const middle = size / 2
  const font = size * mark
  const inset = size * (0.5 - mark * 0.68)
  const side = size - 2 * inset
  const frame =
    size < 100
      ? ''
      : `<rect x="${inset}" y="${inset}" width="${side}" height="${side}" rx="${size * 0.04}" fill="none" stroke="#fffefb" stroke-opacity=".55" stroke-width="${size * 0.012}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="#17607a"/>${frame}
    <text x="${middle}" y="${middle}" dy=".36em" text-anchor="middle" fill="#fffefb" font-family="Songti SC, Noto Serif CJK SC, Source Han Serif SC, serif" font-weight="700" font-size="${font}">知</text>
  </svg>`
}

const folder = `${root}public/icons`
await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags })
try {
  for (const icon of icons) {
    const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } })
    await page.setContent(`<style>html,body{margin:0}svg{display:block}</style>${svg(icon)}`)
    await page.screenshot({ path: `${folder}/${icon.file}`, omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
