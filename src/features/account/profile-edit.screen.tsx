import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import profileWords from '#src/i18n/zh-CN/profile.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { RefusedChange } from '#src/parts/refused-change.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { useRefusedCalls, type WaitingCall } from '#src/queries/sync/waiting-calls.ts'
import { Asked } from '#src/parts/asked.tsx'
import { defaultAvatarsQuery, useProfile, useUpdateProfile } from '#src/queries/account.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { AvatarPicker } from '#src/ui/fields/avatar-picker.tsx'
import { Button } from '#src/ui/button.tsx'
import { Section } from '#src/ui/section.tsx'
import { RowsSkeleton } from '#src/ui/skeleton.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import { TopBar } from '#src/ui/bars/top-bar.tsx'
import styles from './profile-edit.module.css'

addMessages('profile', profileWords)

/** The picture that is drawn from the name. */
const drawn = 'drawn'
const longestName = 20

/** /profile/edit: kept at once, sent now or when there is a network. */
export function ProfileEditScreen() {
  const { t } = useTranslation('profile')
  const { t: shell } = useTranslation()
  const query = useProfile()
  const goBack = useGoBack(patterns.me)
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={goBack} />
      <Asked query={query} skeleton={<RowsSkeleton count={4} />} failed={t('failed')}>
        {(profile) => <KnownForm profile={profile} onDone={goBack} />}
      </Asked>
    </>
  )
}

type FormProps = { profile: Profile; onDone: () => void }
type Written = Partial<Pick<Profile, 'name' | 'avatar'>>

const isOfThisForm = ({ endpoint, input }: WaitingCall): boolean =>
  endpoint === 'PUT /profile' && ('name' in input || 'avatar' in input)

/** With what was written and declined, once that is read. */
const KnownForm = ({ profile, onDone }: FormProps) => {
  const calls = useRefusedCalls()
  const refused = calls?.filter(isOfThisForm)
  if (refused === undefined) return null
  const written: Written = Object.assign({}, ...refused.map(({ input }) => input))
  return (
    <Form
      key={JSON.stringify(written)}
      profile={profile}
      written={written}
      refused={refused[0]}
      onDone={onDone}
    />
  )
}

const Form = ({
  profile,
  written,
  refused,
  onDone,
}: FormProps & { written: Written; refused: WaitingCall | undefined }) => {
  const { t } = useTranslation('profile')
  const { api } = useRuntime()
  const avatars = useQuery(defaultAvatarsQuery(api)).data ?? []
  const update = useUpdateProfile()
  const change = useChange()
  const [name, setName] = useState(written.name ?? profile.name)
  const [avatar, setAvatar] = useState(written.avatar ?? profile.avatar)
  const [isSaving, setSaving] = useState(false)
  const length = Array.from(name.trim()).length
  const problem = length === 0 ? t('nameEmpty') : length > longestName ? t('nameLong') : undefined
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (problem !== undefined) return
    setSaving(true)
    const changed = {
      ...(name.trim() !== profile.name && { name: name.trim() }),
      ...(avatar !== profile.avatar && { avatar }),
    }
    const result = await change(() => update(changed), {
      done: t('saved'),
      tellsRefusal: true,
    })
    setSaving(false)
    if (result === 'sent' || result === 'kept') onDone()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <TextField
        label={t('name')}
        value={name}
        onChange={setName}
        hint={t('nameHint')}
        error={problem}
        autoComplete="nickname"
      />
      <Section title={t('avatar')}>
        <AvatarPicker
          label={t('avatar')}
          options={[
            { id: drawn, name: name.trim() || t('drawn') },
            ...avatars.map(({ path, name: picture }) => ({ id: path, name: picture, src: path })),
          ]}
          value={avatar === '' ? drawn : avatar}
          onChange={(id) => setAvatar(id === drawn ? '' : id)}
        />
      </Section>
      <RefusedChange call={refused} onDrop={() => undefined} />
      <Button type="submit" wide busy={isSaving} disabled={problem !== undefined}>
        {t('save')}
      </Button>
    </form>
  )
}
