import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Input, EndpointKey, Reply } from '#contract/api.ts'
import type { Page } from '@playwright/test'
import { accessTokenKey, maxAnswersPerRequest } from '#contract/constants.ts'
import type { PackSummary } from '#contract/packs.ts'
import type { Rating, StudyAnswer } from '#contract/study.ts'
import { ApiError } from '#src/api/api-error.ts'
import { callAs } from './api.ts'
import { newPhoneNumber } from './sign-in.ts'

/** A student with weeks behind them, made by the calls a phone makes: for looking at screens that are not empty. */
export type StudiedStudent = {
  token: string
  /** Unlocked, studied, a favourite, and reviewed by this student and another. */
  packId: string
  /** Not unlocked; costs coins. */
  lockedPackId: string
  teacherId: string
  privatePackId: string
  /** An order of coins that is not paid. */
  orderId: string
}

type Call = <K extends EndpointKey>(key: K, input: Input<K>) => Promise<Reply<K>>

const dayMs = 86_400_000
const daysBehind = 60
const beijingOffsetMinutes = 480

/** A server that says it is busy is asked again, as a phone does. */
const patiently = async <T>(call: () => Promise<T>, tries = 5): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 503 || tries === 1) throw error
    await delay(1000)
    return patiently(call, tries - 1)
  }
}

/** @returns the session's token */
export async function signInByCall(host: string, phone: string): Promise<string> {
  const { devCode = '' } = await patiently(() => callAs(host, null, 'POST /auth/send-code', { phone }))
  const deviceName = 'Android · Chrome'
  const reply = await callAs(host, null, 'POST /auth/login', {
    phone,
    code: devCode,
    agreed: true,
    deviceName,
  })
  return reply.token
}

const buyCoins = async (call: Call, productId: string): Promise<void> => {
  const { id: orderId } = await call('POST /orders', {
    orderId: randomUUID(),
    productId,
    paymentMethod: 'sandbox',
  })
  await call('POST /orders/:orderId/sandbox-result', { orderId, result: 'success' })
}

/** Better with time, and never perfect: one answer in eight is 重来, more often for the third of each four cards. */
const ratingOf = (card: number, round: number): Rating => {
  if ((card * 7 + round * 3) % 8 === 0 || (card % 4 === 2 && round % 3 === 1)) return 1
  if ((card + round) % 5 === 0) return 2
  return (card + round) % 7 === 0 ? 4 : 3
}

/** New cards on most days, each again after 1, 3, 8, 20 and 45 days: as FSRS would have it, near enough. */
const answersOf = (cardIds: readonly string[], now: number, perDay: number): StudyAnswer[] =>
  cardIds.flatMap((cardId, card) => {
    const introduced = daysBehind - Math.floor(card / perDay)
    if (introduced < 0) return []
    return [0, 1, 3, 8, 20, 45]
      .filter((days) => introduced - days > 0 && (introduced - days) % 9 !== 4)
      .map((days, round) => ({
        id: randomUUID(),
        cardId,
        rating: ratingOf(card, round),
        answeredAt: new Date(now - (introduced - days) * dayMs - (card % 40) * 20_000).toISOString(),
        utcOffsetMinutes: beijingOffsetMinutes,
        durationMs: 3000 + ((card * 977 + round * 1303) % 9000),
        mode: 'flip' as const,
        retention: 0.9,
      }))
  })

const study = async (call: Call, packId: string, perDay: number): Promise<void> => {
  const { chapters } = await call('GET /card-packs/:id/card-catalogue', { id: packId })
  const cardIds = chapters.flatMap(({ cards }) => cards.map(({ id }) => id))
  const answers = answersOf(cardIds, Date.now(), perDay)
  for (let from = 0; from < answers.length; from += maxAnswersPerRequest) {
    await call('POST /user-study/record/:packId/:sessionId', {
      packId,
      sessionId: randomUUID(),
      deviceId: randomUUID(),
      sentAt: new Date().toISOString(),
      answers: answers.slice(from, from + maxAnswersPerRequest),
      undos: [],
    })
  }
}

/** Packs of the starter library, with the number of new cards a day. */
const studied = {
  唐诗三百首: 3,
  元素周期表: 2,
  平面几何定理: 2,
  中国历史年表: 1,
  不规则动词表: 1,
  小学英语日常词汇: 1,
}
const lockedTitle = '中考核心词汇'

const packTitled = async (call: Call, keyword: string): Promise<PackSummary> => {
  const { items } = await call('GET /discovery/search/card-packs', { keyword })
  const pack = items.find(({ title }) => title.startsWith(keyword))
  if (!pack) throw new Error(`the starter library has no pack ${keyword}`)
  return pack
}

const privatePack = {
  title: '生物课笔记 · 细胞',
  cards: [
    ['光合作用的场所', '叶绿体'],
    ['呼吸作用的主要场所', '线粒体'],
    ['细胞膜的功能', '控制物质进出，保护细胞，与外界进行信息交流'],
    ['植物细胞特有的结构', '**细胞壁**、叶绿体、大液泡'],
    ['光合作用的总反应式', '$6CO_2 + 6H_2O \\rightarrow C_6H_{12}O_6 + 6O_2$'],
  ],
}

const keepPrivatePack = async (call: Call): Promise<string> => {
  const { grades } = await call('GET /categories-tree', {})
  const grade = grades.find(({ subjects }) => subjects.some(({ id }) => id === 'shengwu')) ?? grades[0]
  const subject = grade?.subjects.find(({ id }) => id === 'shengwu') ?? grade?.subjects[0]
  const { id } = await call('POST /private-packs', {
    packId: randomUUID(),
    title: privatePack.title,
    gradeId: grade?.id ?? '',
    subjectId: subject?.id ?? '',
    cards: privatePack.cards.map(([front = '', back = '']) => ({ id: randomUUID(), front, back })),
  })
  return id
}

const review = async (host: string, call: Call, packId: string, otherPhone: string): Promise<void> => {
  const token = await signInByCall(host, otherPhone)
  const other: Call = (key, input) => patiently(() => callAs(host, token, key, input))
  await other('PUT /profile', { name: '周子涵', avatar: '' })
  await other('POST /card-packs/:id/unlock', { id: packId, paymentMethod: 'balance' })
  const theirs = await other('POST /card-packs/:id/reviews', {
    id: packId,
    rating: 4,
    comment: '每首诗的注释都很清楚，背起来比课本轻松。希望再多一些宋词，还有作者生平。',
  })
  await call('POST /card-packs/:id/reviews', {
    id: packId,
    rating: 5,
    comment: '每天在公交车上背两首，一个学期下来全记住了。',
  })
  await call('POST /card-packs/reviews/:reviewId/like', { reviewId: theirs.id })
}

/**
 * @param host of the real server, with the starter library
 * @param phones two numbers that no one has signed in with
 */
export async function makeStudiedStudent(
  host: string,
  [phone, otherPhone]: [string, string],
): Promise<StudiedStudent> {
  const token = await signInByCall(host, phone)
  const call: Call = (key, input) => patiently(() => callAs(host, token, key, input))
  await call('PUT /profile', { name: '林小满' })
  await buyCoins(call, 'coins-300')
  for (const [title, perDay] of Object.entries(studied)) {
    const { id } = await packTitled(call, title)
    await call('POST /card-packs/:id/unlock', { id, paymentMethod: 'balance' })
    await study(call, id, perDay)
  }
  const reviewed = await packTitled(call, Object.keys(studied)[0] ?? '')
  const locked = await packTitled(call, lockedTitle)
  await call('POST /card-packs/:id/favorite', { id: reviewed.id })
  await call('POST /card-packs/:id/favorite', { id: locked.id })
  await review(host, call, reviewed.id, otherPhone)
  const { id: orderId } = await call('POST /orders', {
    orderId: randomUUID(),
    productId: 'coins-100',
    paymentMethod: 'sandbox',
  })
  return {
    token,
    packId: reviewed.id,
    lockedPackId: locked.id,
    teacherId: reviewed.teacher.id,
    privatePackId: await keepPrivatePack(call),
    orderId,
  }
}

/** A student who has studied, signed in on the page. */
export async function enterStudied(page: Page, host: string): Promise<StudiedStudent> {
  const student = await makeStudiedStudent(host, [newPhoneNumber(), newPhoneNumber()])
  await page.goto('/privacy')
  await page.evaluate(([key, token]) => localStorage.setItem(key, token), [
    accessTokenKey,
    student.token,
  ] as const)
  return student
}
