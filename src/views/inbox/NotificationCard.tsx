import { useSelector } from '@xstate/react';
import { notificationMachine } from '../../machines/inbox/notificationMachine.ts';
import { m } from '../../paraglide/messages.js';
import { notificationActors } from '../../services/inbox/notification.ts';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { passFocusOn } from '../../ui/passFocusOn.ts';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { useChart } from '../useChart.ts';
import s from './inbox.module.css';

const announcements = { account_notification_announced: m.account_notification_announced };
const titles = { answer: m.account_notification_answer, dates: m.account_notification_dates, notice: m.account_notification_notice };

/** The newest notification that the user has not dismissed, driven by the `notification` chart; renders nothing if there is none. */
export default function NotificationCard() {
  const { send } = useApp();
  const { userPuid, time_zone } = useUser();
  const { language } = usePreferences();
  const chart = useChart(notificationMachine, { actors: notificationActors(send, userPuid), announce: announcements });
  const newest = useSelector(chart, (snapshot) => (snapshot.hasTag('shown') ? snapshot.context.notifications[0] : undefined));
  if (!newest) return null;
  const due = (instant: string) =>
    instant === '' ? m.student_no_due_date() : m.account_notification_due({ day: formatMoment(instant, language, time_zone) });
  return (
    <section ref={passFocusOn} className={s.card} aria-label={m.account_notification()}>
      <Text isBold>{titles[newest.kind]({ name: newest.sender_name })}</Text>
      {newest.about === '' ? null : <blockquote className={s.quote}>{newest.about}</blockquote>}
      <p className={s.words}>
        {newest.kind === 'dates' ? due(newest.notification_text) : (language === 'es' && newest.translation) || newest.notification_text}
      </p>
      <Row justify="end">
        <Button size="small" onPress={() => chart.send({ type: 'notification.dismissed' })}>
          {m.ui_dismiss()}
        </Button>
      </Row>
    </section>
  );
}
