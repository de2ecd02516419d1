import { useTranslation } from 'react-i18next'
import type { StudyMode } from '#contract/account.ts'
import { canSpeak } from '#src/device/speech.ts'
import { Surface } from '#src/ui/surface.tsx'
import { Switch } from '#src/ui/fields/switch.tsx'
import styles from './challenge-config.module.css'

const modes = ['flip', 'choice', 'cloze', 'listen'] as const

type ModeChoicesProps = { chosen: readonly StudyMode[]; onChange: (modes: StudyMode[]) => void }

/** At least one stays on: the last switch cannot be turned off. */
export function ModeChoices({ chosen, onChange }: ModeChoicesProps) {
  const { t } = useTranslation('challenge')
  const toggle = (mode: StudyMode, isOn: boolean): void =>
    onChange(modes.filter((one) => (one === mode ? isOn : chosen.includes(one))))
  return (
    <>
      <Surface>
        <div className={styles.rows}>
          {modes.map((mode) => (
            <Switch
              key={mode}
              label={t(`mode.${mode}`)}
              note={mode === 'listen' && !canSpeak() ? t('noVoice') : t(`modeNote.${mode}`)}
              checked={chosen.includes(mode)}
              disabled={chosen.length === 1 && chosen[0] === mode}
              onChange={(isOn) => toggle(mode, isOn)}
            />
          ))}
        </div>
      </Surface>
      <p className={styles.note}>{t('modesNote')}</p>
    </>
  )
}
