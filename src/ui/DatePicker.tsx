import { DatePicker as AriaDatePicker, type DatePickerProps as AriaDatePickerProps, Dialog, Group, Popover } from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Aria } from './Aria.tsx';
import { cx } from './cx.ts';
import s from './DateParts.module.css';
import { DateSegments, Month } from './DateParts.tsx';
import { type DateText, type Granularity, readDate, writeDate } from './dates.ts';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { FieldButton } from './FieldButton.tsx';
import { IconCalendar } from './icons.ts';
import n from './native.module.css';
import o from './overlay.module.css';

interface DatePickerProps extends FieldText, Pick<AriaDatePickerProps<never>, 'name' | 'isRequired'> {
  value: DateText;
  onChange: (value: DateText) => void;
  /** `minute` also asks for the local time; name the school's time zone in the description. */
  granularity?: Granularity;
  /** First and last allowed value, in the value's format. */
  min?: string;
  max?: string;
}

/** A day, or a day and time: typed in segments, or picked from a month. Import it lazily where a screen can wait. */
export function DatePicker({ value, onChange, granularity = 'day', min, max, ...props }: DatePickerProps) {
  const { texts, control } = splitField(props);
  return (
    <Aria>
      <AriaDatePicker
        {...control}
        className={n.field}
        granularity={granularity}
        hideTimeZone
        value={value === null ? null : readDate(value, granularity)}
        onChange={(next) => onChange(next === null ? null : writeDate(next, granularity))}
        minValue={min === undefined ? undefined : readDate(min, granularity)}
        maxValue={max === undefined ? undefined : readDate(max, granularity)}
      >
        <FieldShape texts={texts}>
          <Group className={cx(n.input, s.group)}>
            <DateSegments />
            <FieldButton icon={IconCalendar} label={m.ui_date_open()} />
          </Group>
        </FieldShape>
        <Popover className={o.surface}>
          <Dialog>
            <Month />
          </Dialog>
        </Popover>
      </AriaDatePicker>
    </Aria>
  );
}
