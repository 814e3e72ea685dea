import { useId, useState } from 'react';
import type { AssignDates } from '../../machines/assigning/assignTargets.ts';
import { m } from '../../paraglide/messages.js';
import { instantsOf } from '../../services/assigning.ts';
import { Card } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { aMinute, useNow } from '../hooks.ts';
import s from '../sharing/sharing.module.css';
import { usePreferences } from '../shell/preferences.ts';
import { AssignmentState, AssignmentTime } from '../student/AssignmentCard.tsx';
import { type Moment, type Story, timeline } from './timeline.ts';

interface WhatStudentsSeeProps {
  dates: AssignDates;
  timeZone: string;
  lessonName: string;
}

const what: Record<Moment['key'], () => string> = {
  now: m.sharing_see_now,
  opens: m.sharing_see_opens,
  begins: m.sharing_see_begins,
  completes: m.sharing_see_completes,
  due: m.sharing_see_due,
  released: m.sharing_see_released,
};

/** The meaning of the chart's state for the student, in one sentence. */
const meaning = ({ visibility }: Moment): string =>
  !visibility.hasTag('openable')
    ? m.sharing_see_upcoming()
    : visibility.hasTag('overdue')
      ? m.sharing_see_overdue()
      : visibility.hasTag('done')
        ? visibility.context.isReleased
          ? m.sharing_see_score()
          : m.sharing_see_done()
        : visibility.context.work === 'inProgress'
          ? m.sharing_see_working()
          : m.sharing_see_open();

/** "What will this student see, and when?": runs the chart of the student's card over the chosen days. */
export default function WhatStudentsSee({ dates, timeZone, lessonName }: WhatStudentsSeeProps) {
  const today = useNow(aMinute);
  const { language } = usePreferences();
  const name = useId();
  const [story, setStory] = useState<Story>('inTime');
  const [chosen, setChosen] = useState<Moment['key']>('now');
  if (dates.from === '' || (dates.to !== '' && dates.to < dates.from)) return <Text tone="danger">{m.teacher_dates_inverted()}</Text>;
  const { from_date, to_date } = instantsOf(dates, timeZone);
  const to = to_date === null ? null : Date.parse(to_date);
  const stories: { key: Story; label: string }[] = [
    { key: 'inTime', label: m.sharing_story_in_time() },
    { key: 'nothing', label: m.sharing_story_nothing() },
    ...(to === null ? [] : [{ key: 'late' as const, label: m.sharing_story_late() }]),
  ];
  const told = stories.some(({ key }) => key === story) ? story : 'inTime';
  const moments = timeline({ from: Date.parse(from_date), to, now: today }, told);
  const at = moments.find(({ key }) => key === chosen) ?? moments[0];
  const done = moments.find(({ key }) => key === 'completes');
  const assignment = {
    from_date,
    to_date,
    completed_at: done ? new Date(done.at).toISOString() : null,
    score: null,
    max_score: null,
  };
  return (
    <div className={s.see}>
      <Row>
        <SegmentedControl label={m.sharing_story()} options={stories} value={told} onChange={setStory} />
      </Row>
      <div className={s.seeColumns}>
        <fieldset className={s.moments}>
          <legend>{m.sharing_see_when({ zone: timeZone })}</legend>
          {moments.map((moment) => (
            <label key={moment.key} className={s.moment}>
              <input type="radio" name={name} checked={moment === at} onChange={() => setChosen(moment.key)} />
              <span>
                <span className={s.when}>{formatMoment(new Date(moment.at).toISOString(), language, timeZone)}</span> {what[moment.key]()}
                <span className={s.meaning}>{meaning(moment)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {at ? (
          <Stack gap={2}>
            <Text size={2} tone="soft">
              {m.sharing_see_card()}
            </Text>
            <div aria-live="polite">
              <Card title={<bdi>{lessonName}</bdi>} end={<AssignmentState visibility={at.visibility} assignment={assignment} />}>
                <AssignmentTime visibility={at.visibility} assignment={assignment} language={language} timeZone={timeZone} now={at.at} />
                <Text size={2}>{meaning(at)}</Text>
              </Card>
            </div>
          </Stack>
        ) : null}
      </div>
    </div>
  );
}
