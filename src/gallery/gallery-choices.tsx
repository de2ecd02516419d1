import { useState } from 'react'
import { AvatarPicker } from '#src/ui/fields/avatar-picker.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { ChoiceRows } from '#src/ui/fields/choice-rows.tsx'
import { ExpandableText } from '#src/ui/text/expandable-text.tsx'
import { FileDrop } from '#src/ui/fields/file-drop.tsx'
import { samples } from './gallery-samples.ts'
import type { GalleryTheme } from './gallery-switches.tsx'
import { Icon } from '#src/ui/icons.tsx'
import { KeyValueRows } from '#src/ui/lists/key-value-rows.tsx'
import { Menu } from '#src/ui/layers/menu.tsx'
import { MoreIcon, moreIconNames } from '#src/ui/more-icons.tsx'
import { SegmentedControl } from '#src/ui/fields/segmented-control.tsx'
import { StarInput, Stars } from '#src/ui/fields/star-rating.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { Switch } from '#src/ui/fields/switch.tsx'
import { TextArea } from '#src/ui/fields/text-area.tsx'
import { colorsOfTheme } from '#src/ui/theme/theme-colors.ts'
import { ThemePicker } from '#src/ui/fields/theme-picker.tsx'
import { showToast } from '#src/ui/layers/toast-store.ts'
import styles from './gallery.module.css'

const { words } = samples
const isDark = matchMedia('(prefers-color-scheme: dark)').matches
const say = (message: string) => () => showToast('info', message)

/** The part of the gallery with what screens behind the first one choose, write and read. */
export function GalleryChoices({ themes }: { themes: readonly GalleryTheme[] }) {
  const [stars, setStars] = useState(3)
  const [text, setText] = useState<string>(words.reviewText)
  const [mode, setMode] = useState<string>('flip')
  const [avatar, setAvatar] = useState<string>('a2')
  const [theme, setTheme] = useState<string>('paper')
  const [size, setSize] = useState<string>('normal')
  const [on, setOn] = useState(true)
  return (
    <>
      <div className={styles.line}>
        <Stars value={4.8} label={words.stars} />
        <Stars value={2.5} label={words.stars} size={24} />
        <StarInput
          label={words.rate}
          value={stars}
          onChange={setStars}
          optionLabel={(count) => `${count} ${words.starUnit}`}
        />
        <StarInput label={words.off} value={2} onChange={setStars} optionLabel={String} disabled />
      </div>
      <TextArea
        label={words.review}
        value={text}
        onChange={setText}
        limit={60}
        leftLabel={(left) => `${words.left} ${left}`}
        hint={words.reviewHint}
      />
      <TextArea
        label={words.review}
        value={`${words.reviewText}${words.reviewText}`}
        onChange={setText}
        limit={40}
        leftLabel={(left) => `${words.left} ${left}`}
        error={words.tooLong}
      />
      <SegmentedControl label={words.mode} options={samples.modes} value={mode} onChange={setMode} wide />
      <div className={styles.line}>
        <SegmentedControl
          label={words.mode}
          options={samples.modes.slice(0, 2)}
          value={mode}
          onChange={setMode}
          disabled
        />
        <Menu
          label={words.actions}
          items={[
            {
              id: 'edit',
              label: words.edit,
              icon: <MoreIcon name="edit" size={20} />,
              onPress: say(words.edit),
            },
            { id: 'off', label: words.off, icon: 'offline', disabled: true, onPress: say(words.off) },
            {
              id: 'delete',
              label: words.confirm,
              icon: <MoreIcon name="trash" size={20} />,
              danger: true,
              onPress: say(words.confirm),
            },
          ]}
        />
      </div>
      <Surface>
        <AvatarPicker label={words.avatar} options={samples.avatars} value={avatar} onChange={setAvatar} />
      </Surface>
      <ThemePicker
        label={words.theme}
        options={themes.map(({ id, name, config }) => ({ id, name, colors: colorsOfTheme(config, isDark) }))}
        value={theme}
        onChange={setTheme}
      />
      <FileDrop
        label={words.import}
        hint={words.importHint}
        accept=".txt,.md,.csv"
        onFiles={([file]) => showToast('info', file?.name ?? '')}
      />
      <FileDrop
        label={words.import}
        hint={words.importHint}
        accept=".txt"
        onFiles={say('')}
        error={words.importError}
      />
      <Surface kind="rows">
        <Switch label={words.saver} note={words.saverNote} checked={on} onChange={setOn} />
        <Switch label={words.off} checked={false} onChange={setOn} disabled />
      </Surface>
      <Surface kind="rows">
        <ChoiceRows label={words.textSize} options={samples.sizes} value={size} onChange={setSize} />
      </Surface>
      <Surface kind="rows">
        <KeyValueRows rows={samples.facts} />
      </Surface>
      <Banner icon={<Icon name="offline" size={20} />}>{words.offline}</Banner>
      <Banner
        tone="info"
        icon={<MoreIcon name="refresh" size={20} />}
        action={{ label: words.refresh, onPress: say(words.refresh) }}
        onDismiss={say(words.close)}
        dismissLabel={words.close}
      >
        {words.update}
      </Banner>
      <Banner
        tone="warn"
        icon={<MoreIcon name="shield" size={20} />}
        action={{ label: words.fill, onPress: say(words.fill) }}
      >
        {words.guardian}
      </Banner>
      <Banner tone="ok" icon={<Icon name="check" size={20} />}>
        {words.save}
      </Banner>
      <Banner tone="danger" icon={<Icon name="warning" size={20} />}>
        {words.errorReason}
      </Banner>
      <Surface>
        <ExpandableText moreLabel={words.unfold} lessLabel={words.fold}>
          {words.longText}
        </ExpandableText>
      </Surface>
      <div className={styles.line}>
        {moreIconNames.map((name) => (
          <MoreIcon key={name} name={name} />
        ))}
      </div>
    </>
  )
}
