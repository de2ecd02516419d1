import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/fields/checkbox.tsx'
import { samples } from './gallery-samples.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { MoreIcon } from '#src/ui/more-icons.tsx'
import { NumberStepper } from '#src/ui/fields/number-stepper.tsx'
import { Pill, PillRow, Tag } from '#src/ui/pill.tsx'
import { SearchField } from '#src/ui/fields/search-field.tsx'
import { SelectField } from '#src/ui/fields/select-field.tsx'
import { Surface } from '#src/ui/surface.tsx'
import { Switch } from '#src/ui/fields/switch.tsx'
import { TabPanel, Tabs } from '#src/ui/bars/tabs.tsx'
import { TextField } from '#src/ui/fields/text-field.tsx'
import styles from './gallery.module.css'

const { words } = samples

/** The part of the gallery that can be pressed and typed into. */
export function GalleryControls() {
  const [pill, setPill] = useState<string>(samples.pills[0])
  const [grade, setGrade] = useState<string>('middle')
  const [tab, setTab] = useState<string>('catalogue')
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const [on, setOn] = useState(false)
  const [goal, setGoal] = useState(30)
  return (
    <>
      <div className={styles.line}>
        <Button>{words.start}</Button>
        <Button kind="secondary">{words.save}</Button>
        <Button kind="danger">{words.confirm}</Button>
        <Button kind="plain">{words.cancel}</Button>
        <Button busy>{words.busy}</Button>
        <Button disabled>{words.off}</Button>
      </div>
      <Surface kind="hero">
        <Button kind="onColor" wide>
          {words.start}
        </Button>
        <Tag onColor>{words.coins}</Tag>
      </Surface>
      <div className={styles.line}>
        <IconButton
          icon={<MoreIcon name="heart" filled={on} />}
          label={words.save}
          pressed={on}
          onClick={() => setOn(!on)}
        />
        <Tag>{words.preview}</Tag>
      </div>
      <PillRow label={words.all}>
        {samples.pills.map((name) => (
          <Pill key={name} pressed={name === pill} onPress={() => setPill(name)}>
            {name}
          </Pill>
        ))}
      </PillRow>
      <Tabs
        name="grade"
        kind="grade"
        label={words.all}
        tabs={samples.grades}
        selected={grade}
        onSelect={setGrade}
      />
      <TabPanel name="grade" selected={grade}>
        {grade}
      </TabPanel>
      <Tabs name="pack" label={words.mine} tabs={samples.tabs} selected={tab} onSelect={setTab} />
      <TabPanel name="pack" selected={tab}>
        {tab}
      </TabPanel>
      <SearchField
        label={words.search}
        clearLabel={words.close}
        placeholder={words.searchHint}
        value={search}
        onChange={setSearch}
        onSubmit={setText}
      />
      <TextField label={words.phone} value={text} onChange={setText} leading="+86" hint={words.note} />
      <TextField label={words.phone} value={text} onChange={setText} error={words.phoneError} />
      <SelectField
        label={words.language}
        options={samples.grades.map(({ id, label }) => ({ code: id, name: label }))}
        value={grade}
        onChange={setGrade}
      />
      <Checkbox checked={on} onChange={setOn}>
        {words.agree}
      </Checkbox>
      <Switch label={words.saver} note={words.saverNote} checked={on} onChange={setOn} />
      <NumberStepper
        label={words.goal}
        decreaseLabel={words.less}
        increaseLabel={words.more}
        value={goal}
        onChange={setGoal}
        min={5}
        max={500}
        step={5}
      />
    </>
  )
}
