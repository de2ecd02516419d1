import { Icon } from './icons.tsx'
import styles from './steps.module.css'

type StepsProps<Id extends string> = {
  label: string
  steps: readonly { id: Id; label: string }[]
  current: Id
  /** Spoken after the name of a step that is behind. */
  doneLabel: string
}

/** Where one stands in something with a few steps. */
export const Steps = <Id extends string>({ label, steps, current, doneLabel }: StepsProps<Id>) => {
  const at = steps.findIndex(({ id }) => id === current)
  return (
    <ol aria-label={label} className={styles.steps}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={styles.step}
          data-state={index < at ? 'done' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <span aria-hidden="true" className={styles.mark}>
            {index < at ? <Icon name="check" size={16} /> : index + 1}
          </span>
          <span>
            {step.label}
            {index < at && <span className="visually-hidden">{doneLabel}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
