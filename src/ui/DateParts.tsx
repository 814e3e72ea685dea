import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  DateInput,
  DateSegment,
  RangeCalendar,
} from 'react-aria-components';
import b from './Button.module.css';
import s from './DateParts.module.css';
import { IconChevronLeft, IconChevronRight } from './icons.ts';

/** The typed part of a date: day, month and year as separate segments. */
export function DateSegments({ slot }: { slot?: 'start' | 'end' }) {
  return (
    <DateInput className={s.input} slot={slot}>
      {(segment) => <DateSegment segment={segment} className={s.segment} />}
    </DateInput>
  );
}

/** A month to pick from. */
export function Month({ isRange = false }: { isRange?: boolean }) {
  const content = (
    <>
      <header className={s.header}>
        <AriaButton slot="previous" className={b.icon}>
          <IconChevronLeft size={22} stroke={1.75} aria-hidden="true" />
        </AriaButton>
        <CalendarHeading className={s.heading} />
        <AriaButton slot="next" className={b.icon}>
          <IconChevronRight size={22} stroke={1.75} aria-hidden="true" />
        </AriaButton>
      </header>
      <CalendarGrid className={s.grid} weekdayStyle="short">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell className={s.weekday}>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={s.day} />}</CalendarGridBody>
      </CalendarGrid>
    </>
  );
  return isRange ? (
    <RangeCalendar className={s.calendar} data-range="true">
      {content}
    </RangeCalendar>
  ) : (
    <Calendar className={s.calendar}>{content}</Calendar>
  );
}
