import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox, CheckboxGroup } from '../../../ui/Checkbox.tsx';
import { ComboBox } from '../../../ui/ComboBox.tsx';
import { DatePicker } from '../../../ui/DatePicker.tsx';
import { type DateRange, DateRangePicker } from '../../../ui/DateRangePicker.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Grid, Row, Stack } from '../../../ui/Layout.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Section } from '../../../ui/Page.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { grades, students, words } from '../gallerySamples.ts';

/** Fields in every state, and a form. */
export default function FieldSections() {
  return (
    <>
      <Fields />
      <FormDemo />
    </>
  );
}

function Fields() {
  const [due, setDue] = useState<string | null>('2026-11-27T23:59');
  const [day, setDay] = useState<string | null>(null);
  const [range, setRange] = useState<DateRange>({ start: '2026-11-02', end: '2026-11-27' });
  const [view, setView] = useState<'day' | 'week' | 'month'>('week');
  return (
    <Section title={words.fields}>
      <Grid>
        <TextField label={words.className} description={words.classHelp} placeholder={words.classExample} />
        <TextField label={words.className} defaultValue={words.classExample} error={words.classError} />
        <TextField label={words.className} defaultValue={words.classExample} reason={words.classReason} />
        <PasswordField label={words.password} autoComplete="off" defaultValue={words.hello} />
        <NumberField label={words.points} defaultValue={10} minValue={0} maxValue={100} />
        <SearchField label={words.search} defaultValue={words.tree} />
        <Select label={words.grade} options={grades} />
        <Select label={words.grade} options={grades} defaultValue="7" description={words.classHelp} />
        <Select label={words.grade} options={grades} reason={words.classReason} />
        <ComboBox
          label={words.teacher}
          description={words.teacherHelp}
          options={students(200).map(({ id, name }) => ({ key: id, label: name }))}
        />
        <DatePicker label={words.due} description={words.dueHelp} granularity="minute" value={due} onChange={setDue} />
        <DatePicker label={words.due} value={day} onChange={setDay} error={words.reason} />
        <DateRangePicker label={words.period} value={range} onChange={setRange} />
        <TextArea label={words.notes} defaultValue={words.notesText} />
        <Stack gap={2}>
          <Checkbox label={words.shuffle} description={words.shuffleHelp} defaultSelected />
          <Checkbox label={words.some} isIndeterminate />
          <Checkbox label={words.fixed} reason={words.classReason} />
          <Switch label={words.live} defaultSelected />
          <Switch label={words.live} />
          <Switch label={words.fixed} reason={words.classReason} />
        </Stack>
        <CheckboxGroup label={words.accommodations} options={grades.slice(0, 3)} defaultValue={['7']} error={words.reason} />
        <RadioGroup label={words.retake} options={grades.slice(0, 3)} defaultValue="6" />
        <Stack>
          <RadioGroup label={words.retake} options={grades.slice(0, 3)} defaultValue="6" look="row" />
          <SegmentedControl
            label={words.show}
            value={view}
            onChange={setView}
            options={[
              { key: 'day', label: words.due },
              { key: 'week', label: words.period },
              { key: 'month', label: words.grade },
            ]}
          />
        </Stack>
      </Grid>
      <RadioGroup label={words.question} look="cards" options={grades.slice(0, 3)} defaultValue="7" />
    </Section>
  );
}

function FormDemo() {
  const [errors, setErrors] = useState<Record<string, string>>({ name: words.classError });
  return (
    <Section title={words.form}>
      <Card>
        <Form validationErrors={errors} onSubmit={(data) => setErrors(data.get('name') ? { name: words.classError } : {})}>
          <Grid>
            <TextField name="name" label={words.className} defaultValue={words.classExample} isRequired />
            <Select name="grade" label={words.grade} options={grades} isRequired />
          </Grid>
          <Row justify="end">
            <Button type="submit" variant="primary">
              {words.send}
            </Button>
          </Row>
        </Form>
      </Card>
    </Section>
  );
}
