import type { Profile } from '#contract/account.ts'
import { dayOf } from '#contract/study-day.ts'
import type { TodayPlan } from '#contract/study.ts'
import { greeting as greetings, greetingLine, plan as words } from '#src/i18n/zh-CN/home.json'
import { formatNumber } from '#src/lib/format-count.ts'
import { patterns } from '#src/lib/paths.ts'
import button from '#src/ui/button.module.css'
import { classNames } from '#src/ui/class-names.ts'
import marks from '#src/ui/marks.module.css'
import progressBar from '#src/ui/progress-bar.module.css'
import surface from '#src/ui/surface.module.css'
import { carriedPlan, planStage } from './carried-plan.ts'
import { dateLine } from './date-line.ts'
import { greetingAt } from './greeting.ts'
import home from './home.module.css'
import planCard from './plan-card.module.css'

/**
 * The head of /home and today's plan as plain elements, for the moment before React is there. They show
 * what `HomeHead` and `PlanCard` show; a test holds the two together. The messages are Chinese only, and
 * so is this.
 */

const language = 'zh-CN'

const filled = (message: string, values: Record<string, string | number>): string =>
  message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

const element = (tag: string, className?: string, ...children: (Node | string)[]): HTMLElement => {
  const made = document.createElement(tag)
  if (className !== undefined) made.className = className
  made.append(...children)
  return made
}

const headOf = (profile: Profile, now: Date): HTMLElement => {
  const greeting = greetings[greetingAt(now.getHours())]
  const title = filled(greetingLine, { greeting, name: profile.name })
  return element(
    'header',
    home.head,
    element(
      'div',
      home.greeting,
      element('p', home.date, dateLine(now, language)),
      element('h1', home.title, title),
    ),
    element('span', marks.coins, formatNumber(profile.coins, language)),
  )
}

const goalOf = (plan: TodayPlan): HTMLElement => {
  const fill = element('span', progressBar.fill)
  fill.style.inlineSize = `${plan.goalReached ? 100 : Math.min(100, (plan.answered / plan.goal) * 100)}%`
  const line = plan.goalReached
    ? words.goalReached
    : filled(words.goalLine, { answered: plan.answered, goal: plan.goal })
  return element(
    'div',
    planCard.goal,
    element('div', classNames(progressBar.track, progressBar.onColor), fill),
    element('span', planCard.goalLine, line),
  )
}

/** Pressed before React is there, a link opens by its address what React would open. */
const actionTo = (href: string, text: string): HTMLElement => {
  const action = element('a', classNames(button.button, button.onColor, button.wide), text)
  action.setAttribute('href', href)
  return action
}

const panel = (...children: (Node | string)[]): HTMLElement =>
  element('div', classNames(surface.surface, surface.hero), ...children)

const panelHead = (title: string, streakDays: number): HTMLElement => {
  const head = element('div', planCard.head, element('h2', undefined, title))
  if (streakDays > 0) {
    head.append(element('span', undefined, filled(words.streak, { days: streakDays })))
  }
  return head
}

const studyPlan = (plan: TodayPlan): HTMLElement => {
  const hasDue = plan.dueCards > 0
  const rest = [
    hasDue ? words.due : words.new,
    hasDue && plan.newCards > 0 && filled(words.alsoNew, { amount: formatNumber(plan.newCards, language) }),
    filled(words.minutes, { minutes: plan.estimatedMinutes }),
  ].filter(Boolean)
  return panel(
    panelHead(hasDue ? words.title : words.newTitle, plan.streakDays),
    element(
      'p',
      planCard.figures,
      element('span', planCard.figure, formatNumber(hasDue ? plan.dueCards : plan.newCards, language)),
      element('span', planCard.rest, rest.join(' · ')),
    ),
    goalOf(plan),
    actionTo('?study=today', words.start),
  )
}

const finishedDay = (plan: TodayPlan): HTMLElement => {
  const hasLearnt = plan.answered > 0
  const rest =
    plan.streakDays > 1 ? filled(words.finishedStreak, { days: plan.streakDays }) : words.finishedRest
  return panel(
    panelHead(words.title, plan.streakDays),
    element('p', planCard.message, hasLearnt ? words.finishedTitle : words.idleTitle),
    element('p', planCard.note, hasLearnt ? rest : words.idleReason),
    ...(hasLearnt ? [goalOf(plan)] : []),
    actionTo(patterns.resource, words.addMore),
  )
}

const firstPack = (): HTMLElement =>
  panel(
    element('p', planCard.message, words.startTitle),
    element('p', planCard.note, words.startReason),
    actionTo(patterns.resource, words.startAction),
  )

const planOf = (plan: TodayPlan): HTMLElement => {
  const stage = planStage(plan, undefined)
  if (stage === 'study') return studyPlan(plan)
  return stage === 'start' ? firstPack() : finishedDay(plan)
}

/** @param stored the plan as it was last counted, maybe on an earlier day */
export const homeFrame = (profile: Profile, stored: TodayPlan, now: Date): HTMLElement[] => [
  headOf(profile, now),
  planOf(carriedPlan(stored, dayOf(now.getTime(), -now.getTimezoneOffset()))),
]
