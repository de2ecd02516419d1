import { useTranslation } from 'react-i18next'
import type { StudyConfig } from '#contract/account.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import challenge from '#src/i18n/zh-CN/challenge.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { Asked } from '#src/parts/asked.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { useProfile, useUpdateProfile } from '#src/queries/account.ts'
import { NumberStepper } from '#src/ui/fields/number-stepper.tsx'
import { Section } from '#src/ui/section.tsx'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { Switch } from '#src/ui/fields/switch.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import { ModeChoices } from './mode-choices.tsx'
import { ReminderSettings } from './reminder-settings.tsx'
import { StepperRow } from './stepper-row.tsx'
import styles from './challenge-config.module.css'

addMessages('challenge', challenge)

const orders = ['due-first', 'mixed', 'new-first'] as const

/** How much, how and in which order to study. Every change is kept at once, with or without a network. */
export function ChallengeConfigScreen() {
  const { t } = useTranslation('challenge')
  const { t: shell } = useTranslation()
  const profile = useProfile()
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={useGoBack(patterns.me)} />
      <Asked query={profile} skeleton={<RowsSkeleton count={6} />} failed={t('failed')}>
        {({ study }) => <Settings config={study} />}
      </Asked>
    </>
  )
}

const Settings = ({ config }: { config: StudyConfig }) => {
  const { t } = useTranslation('challenge')
  const update = useUpdateProfile()
  const change = useChange()
  const set = (fields: Partial<StudyConfig>): void => void change(() => update({ study: fields }))
  const words = { decreaseLabel: t('less'), increaseLabel: t('more') }
  return (
    <>
      <p className={styles.note}>{t('saved')}</p>
      <Section title={t('daily')}>
        <Surface>
          <div className={styles.rows}>
            <StepperRow label={t('goal')} note={t('goalNote')}>
              <NumberStepper
                {...words}
                label={t('goal')}
                value={config.dailyGoal}
                onChange={(dailyGoal) => set({ dailyGoal })}
                min={5}
                max={500}
                step={5}
              />
            </StepperRow>
            <StepperRow label={t('newCards')}>
              <NumberStepper
                {...words}
                label={t('newCards')}
                value={config.newCardsPerDay}
                onChange={(newCardsPerDay) => set({ newCardsPerDay })}
                min={0}
                max={200}
                step={5}
              />
            </StepperRow>
            <StepperRow label={t('retention')} note={t('retentionNote')}>
              <NumberStepper
                {...words}
                label={t('retention')}
                value={Math.round(config.desiredRetention * 100)}
                onChange={(percent) => set({ desiredRetention: percent / 100 })}
                min={80}
                max={97}
              />
            </StepperRow>
          </div>
        </Surface>
      </Section>
      <Section title={t('modes')}>
        <ModeChoices chosen={config.modes} onChange={(modes) => set({ modes })} />
      </Section>
      <Section title={t('orderTitle')}>
        <SegmentedControl
          wide
          label={t('orderTitle')}
          options={orders.map((id) => ({ id, label: t(`order.${id}`) }))}
          value={config.order}
          onChange={(order) => set({ order })}
        />
      </Section>
      <Section title={t('aloudAndReminder')}>
        <Surface>
          <div className={styles.rows}>
            <Switch
              label={t('autoplay')}
              note={t('autoplayNote')}
              checked={config.autoplay}
              onChange={(autoplay) => set({ autoplay })}
            />
            <ReminderSettings reminders={config.reminders} onChange={(reminders) => set({ reminders })} />
          </div>
        </Surface>
      </Section>
    </>
  )
}
