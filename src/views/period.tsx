import { useState } from 'react';
import { addDays, dayIn } from '../../common/day.ts';
import { isDay } from '../../contract/isDay.ts';
import { m } from '../paraglide/messages.js';
import { Row } from '../ui/Layout.tsx';
import { NativeField } from '../ui/NativeField.tsx';
import { useApp } from './app.ts';
import { useUser } from './hooks.ts';
import { useAddressValue } from './tableAddress.ts';

/** A period of whole days, both `YYYY-MM-DD`, the last one included. */
export interface Period {
  from: string;
  to: string;
  setFrom: (day: string) => void;
  setTo: (day: string) => void;
  /** The last day is before the first. */
  isInverted: boolean;
  /** The default period, not one from the address. */
  isUsual: boolean;
}

/**
 * The period in the address. Default, also for what is not a day: `back` days before and `ahead` days after the day the page opened.
 */
export function usePeriod(usual: { back: number; ahead: number } | undefined): Period {
  const { now } = useApp();
  const { time_zone } = useUser();
  const [today] = useState(() => dayIn(now(), time_zone));
  const [first, last] = usual ? [addDays(today, -usual.back), addDays(today, usual.ahead)] : ['', ''];
  const [givenFrom, setFrom] = useAddressValue('from', first);
  const [givenTo, setTo] = useAddressValue('to', last);
  const from = isDay(givenFrom) ? givenFrom : first;
  const to = isDay(givenTo) ? givenTo : last;
  return {
    from,
    to,
    setFrom: (next) => setFrom(next || first),
    setTo: (next) => setTo(next || last),
    isInverted: from !== '' && to !== '' && to < from,
    isUsual: from === first && to === last,
  };
}

/** The fields of a period, labeled by the page. */
export function PeriodFields({ period, labels: [first, last] }: { period: Period; labels: readonly [from: string, to: string] }) {
  const { from, to, setFrom, setTo, isInverted } = period;
  return (
    <Row gap={3} align="start">
      <NativeField label={first} type="date" value={from} onChange={({ currentTarget }) => setFrom(currentTarget.value)} />
      <NativeField
        label={last}
        type="date"
        value={to}
        min={from}
        error={isInverted ? m.teacher_period_inverted() : null}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
    </Row>
  );
}
