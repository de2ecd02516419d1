import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract/account.ts'
import { addMessages } from '#src/i18n/i18n.ts'
import profileWords from '#src/i18n/zh-CN/profile.json'
import { useGoBack } from '#src/lib/go-back.ts'
import { patterns } from '#src/lib/paths.ts'
import { defaultAvatarsQuery, useProfile, useUpdateProfile } from '#src/queries/account.ts'
import { useRuntime } from '#src/queries/runtime.ts'
import { AvatarPicker } from '#src/ui/avatar-picker.tsx'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Section } from '#src/ui/section.tsx'
import { Loading, RowBones } from '#src/ui/skeleton.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { showToast } from '#src/ui/toast-store.ts'
import { TopBar } from '#src/ui/top-bar.tsx'
import styles from './profile-edit.module.css'

addMessages('profile', profileWords)

/** The picture that is drawn from the name. */
const drawn = 'drawn'
const longestName = 20

/** /profile/edit: kept at once, sent now or when there is a network. */
export const ProfileEditScreen = () => {
  const { t } = useTranslation('profile')
  const { t: shell } = useTranslation()
  const { data: profile, error, isFetching, refetch } = useProfile()
  const goBack = useGoBack(patterns.me)
  return (
    <>
      <TopBar title={t('title')} backLabel={shell('action.back')} onBack={goBack} />
      {profile !== undefined && <Form profile={profile} onDone={goBack} />}
      {profile === undefined && error === null && (
        <Loading label={shell('loading')}>
          <RowBones count={4} />
        </Loading>
      )}
      {profile === undefined && error !== null && (
        <ErrorState
          title={t('failed')}
          reason={error.message}
          retryLabel={shell('action.retry')}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
    </>
  )
}

const Form = ({ profile, onDone }: { profile: Profile; onDone: () => void }) => {
  const { t } = useTranslation('profile')
  const { api } = useRuntime()
  const avatars = useQuery(defaultAvatarsQuery(api)).data ?? []
  const update = useUpdateProfile()
  const [name, setName] = useState(profile.name)
  const [avatar, setAvatar] = useState(profile.avatar)
  const length = Array.from(name.trim()).length
  const problem = length === 0 ? t('nameEmpty') : length > longestName ? t('nameLong') : undefined
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (problem !== undefined) return
    try {
      await update({ name: name.trim(), avatar })
      showToast('success', t('saved'))
      onDone()
    } catch {
      showToast('error', t('notKept'))
    }
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
      <Button type="submit" wide disabled={problem !== undefined}>
        {t('save')}
      </Button>
    </form>
  )
}
