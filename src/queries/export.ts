import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { exportSections, type ExportSection } from '#contract/limits.ts'
import type { ExportPage } from '#contract/security.ts'
import type { Api } from '#src/api/client.ts'
import { useRuntime } from './runtime.ts'

export type ExportedData = {
  app: 'zhika'
  /** An instant, ISO 8601. */
  exportedAt: string
} & Record<ExportSection, ExportPage['rows']>

/**
 * Fetches everything that is held about the student, section by section.
 * @param onSection called with the number of sections that are whole
 * @throws ApiError; nothing is returned by halves
 */
export async function fetchExport(
  api: Api,
  { now, signal, onSection }: { now: Date; signal: AbortSignal; onSection: (done: number) => void },
): Promise<ExportedData> {
  const sections: [ExportSection, ExportPage['rows']][] = []
  for (const section of exportSections) {
    const rows: ExportPage['rows'] = []
    let cursor: string | undefined
    do {
      const page: ExportPage = await api.call(
        'GET /account/export',
        { section, ...(cursor !== undefined && { cursor }) },
        { signal },
      )
      rows.push(...page.rows)
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    sections.push([section, rows])
    onSection(sections.length)
  }
  return {
    app: 'zhika',
    exportedAt: now.toISOString(),
    ...(Object.fromEntries(sections) as Record<ExportSection, ExportPage['rows']>),
  }
}

/** The export, with how far it is from 0 to 1. Leaving the screen ends it. */
export function useExport() {
  const { api, clock } = useRuntime()
  const [share, setShare] = useState(0)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const mutation = useMutation({
    mutationFn: () => {
      controller.current = new AbortController()
      setShare(0)
      return fetchExport(api, {
        now: new Date(clock()),
        signal: controller.current.signal,
        onSection: (done) => setShare(done / exportSections.length),
      })
    },
  })
  return { ...mutation, share }
}
