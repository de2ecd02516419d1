import type { Rolldown } from 'vite'

/** Which files a module of the page needs before it can run, from a bundle that is about to be written. */

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

export type ChunkGraph = {
  chunks: readonly Chunk[]
  /** The chunk and all that it imports. */
  withImports: (chunk: Chunk) => Set<Chunk>
  /**
   * @param module its path, or how it ends
   * @throws Error for a module that is in no chunk
   */
  chunkOf: (module: string | RegExp) => Chunk
  /** Scripts and their style sheets. */
  filesOf: (chunks: Iterable<Chunk>) => { scripts: string[]; styles: string[] }
}

export function chunkGraph(bundle: Rolldown.OutputBundle, root: string): ChunkGraph {
  const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const collect = (chunk: Chunk, known: Set<Chunk>): Set<Chunk> => {
    if (known.has(chunk)) return known
    known.add(chunk)
    for (const file of chunk.imports) {
      const imported = byFile.get(file)
      if (imported) collect(imported, known)
    }
    return known
  }
  return {
    chunks,
    withImports: (chunk) => collect(chunk, new Set()),
    chunkOf: (module) => {
      const found = chunks.find(({ moduleIds }) =>
        typeof module === 'string'
          ? moduleIds.includes(`${root}/${module}`)
          : moduleIds.some((id) => module.test(id)),
      )
      if (found === undefined) throw new Error(`no chunk holds ${String(module)}`)
      return found
    },
    filesOf: (wanted) => {
      const list = [...wanted]
      return {
        scripts: list.map(({ fileName }) => fileName),
        styles: [...new Set(list.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))],
      }
    },
  }
}
