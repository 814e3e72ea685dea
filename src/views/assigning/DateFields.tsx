import { type AssignDates, isOrdered } from '../../machines/assigning/assignTargets.ts';
import { m } from '../../paraglide/messages.js';
import { Grid } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';

interface DateFieldsProps {
  dates: AssignDates;
  /** The name of a single class, to tell the fields apart. */
  suffix?: string;
  help?: string;
  isDisabled: boolean;
  isInverted: boolean;
  /** What the server says about each date. */
  errors?: Record<keyof AssignDates, string | null>;
  onChange: (dates: AssignDates) => void;
}

/** When a class gets a lesson, and when it is due, as days in school time. */
export function DateFields({ dates, suffix, help, isDisabled, isInverted, errors, onChange }: DateFieldsProps) {
  const label = (text: string) => (suffix === undefined ? text : m.sharing_date_of({ date: text, name: suffix }));
  const isWrong = isInverted && !isOrdered(dates);
  return (
    <Grid min={suffix === undefined ? 's' : 'm'}>
      <NativeField
        label={label(m.teacher_from())}
        type="date"
        value={dates.from}
        disabled={isDisabled}
        error={errors?.from}
        onChange={(event) => onChange({ ...dates, from: event.currentTarget.value })}
      />
      <NativeField
        label={label(m.teacher_to())}
        type="date"
        value={dates.to}
        min={dates.from}
        disabled={isDisabled}
        description={help}
        error={isWrong ? m.teacher_dates_inverted() : errors?.to}
        onChange={(event) => onChange({ ...dates, to: event.currentTarget.value })}
      />
    </Grid>
  );
}
