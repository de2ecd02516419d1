import type { Discovery } from '#contract/discovery.ts'
import type { Named } from '#contract/wire.ts'

type Shelves = Discovery['knowledgePoints']

/** The subjects that have packs, each once, in the order of the shelves. */
export function subjectsOf(shelves: Shelves): Named[] {
  return [...new Map(shelves.map(({ subject }) => [subject.id, subject] as const)).values()]
}

/**
 * What the address chooses of the shelves. A subject or point that has nothing here, as after a change
 * of the grade, chooses nothing.
 */
export function chosenShelves(shelves: Shelves, subjectId: string | null, pointId: string | null) {
  const subject = subjectsOf(shelves).find(({ id }) => id === subjectId)
  const ofSubject = shelves.filter((shelf) => subject === undefined || shelf.subject.id === subject.id)
  const ofPoint = ofSubject.filter(
    ({ knowledgePoint }) => subject !== undefined && knowledgePoint.id === pointId,
  )
  return {
    subject,
    points: ofSubject.map(({ knowledgePoint }) => knowledgePoint),
    packs: (ofPoint.length > 0 ? ofPoint : ofSubject).flatMap(({ packs }) => packs),
  }
}
