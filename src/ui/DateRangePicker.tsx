import {
  DateRangePicker as AriaDateRangePicker,
  type DateRangePickerProps as AriaDateRangePickerProps,
  Dialog,
  Group,
  Popover,
} from 'react-aria-components';
import { m } from '../paraglide/messages.js';
import { Aria } from './Aria.tsx';
import { cx } from './cx.ts';
import s from './DateParts.module.css';
import { DateSegments, Month } from './DateParts.tsx';
import { type Granularity, readDate, writeDate } from './dates.ts';
import { FieldShape, type FieldText, splitField } from './Field.tsx';
import { FieldButton } from './FieldButton.tsx';
import { IconCalendar } from './icons.ts';
import n from './native.module.css';
import o from './overlay.module.css';

/** First and last day (or local time), inclusive; null if not chosen. */
export type DateRange = { start: string; end: string } | null;

interface DateRangePickerProps extends FieldText, Pick<AriaDateRangePickerProps<never>, 'startName' | 'endName' | 'isRequired'> {
  value: DateRange;
  onChange: (value: DateRange) => void;
  granularity?: Granularity;
  min?: string;
  max?: string;
}

/** Two days, the second not before the first: typed, or dragged over a month. Import it lazily where a screen can wait. */
export function DateRangePicker({ value, onChange, granularity = 'day', min, max, ...props }: DateRangePickerProps) {
  const { texts, control } = splitField(props);
  return (
    <Aria>
      <AriaDateRangePicker
        {...control}
        className={n.field}
        granularity={granularity}
        hideTimeZone
        value={value === null ? null : { start: readDate(value.start, granularity), end: readDate(value.end, granularity) }}
        onChange={(next) =>
          onChange(next === null ? null : { start: writeDate(next.start, granularity), end: writeDate(next.end, granularity) })
        }
        minValue={min === undefined ? undefined : readDate(min, granularity)}
        maxValue={max === undefined ? undefined : readDate(max, granularity)}
      >
        <FieldShape texts={texts}>
          <Group className={cx(n.input, s.group)}>
            <DateSegments slot="start" />
            <span aria-hidden="true">–</span>
            <DateSegments slot="end" />
            <FieldButton icon={IconCalendar} label={m.ui_date_open()} />
          </Group>
        </FieldShape>
        <Popover className={o.surface}>
          <Dialog>
            <Month isRange />
          </Dialog>
        </Popover>
      </AriaDateRangePicker>
    </Aria>
  );
}
