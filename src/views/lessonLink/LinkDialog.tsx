import { dayIn } from '../../../common/day.ts';
import { linkSharingMachine } from '../../machines/sharing/linkSharingMachine.ts';
import { m } from '../../paraglide/messages.js';
import { linkSharingActors } from '../../services/sharing.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { paths } from '../paths.ts';
import { copyText } from '../sharing/copyText.ts';
import s from '../sharing/sharing.module.css';
import { fieldText } from '../shell/fieldText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import type { LessonDialogProps } from '../workspace/LessonDialog.tsx';

const announcements = { sharing_link_end_wrong: m.sharing_link_end_wrong, teacher_code_copied: m.teacher_code_copied };

/** The link with which students assign themselves a lesson, driven by the `linkSharing` chart. */
export default function LinkDialog({ lessonId, lessonName, onClose }: LessonDialogProps) {
  const { send, now } = useApp();
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const chart = useChart(linkSharingMachine, {
    actors: linkSharingActors(send),
    input: { lessonId, timeZone: time_zone, today: dayIn(now(), time_zone) },
    announce: announcements,
  });
  const { link, end, today, problem, ...shown } = useFields(chart, (snapshot) => ({
    link: snapshot.context.link,
    end: snapshot.context.end,
    today: snapshot.context.today,
    problem: snapshot.context.problem,
    isBusy: snapshot.hasTag('busy'),
    isLooking: snapshot.hasTag('looking'),
    isUnavailable: snapshot.hasTag('unavailable'),
    isAsking: snapshot.hasTag('asking'),
    isEndless: snapshot.hasTag('endless'),
    isRefused: snapshot.hasTag('refused'),
    isMaking: snapshot.hasTag('making'),
    isShowing: snapshot.hasTag('showing'),
    isCopied: snapshot.hasTag('copied'),
    isUncopied: snapshot.hasTag('uncopied'),
    isConfirming: snapshot.hasTag('confirming'),
    isRevoking: snapshot.hasTag('revoking'),
  }));
  const address = link ? `${window.location.origin}${paths.lessonLink(link.link_id)}` : '';
  const copy = async () => chart.send({ type: (await copyText(address)) ? 'link.copied' : 'copy.failed' });

  return (
    <Dialog title={m.sharing_link_title({ name: lessonName })} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {shown.isLooking ? <Skeleton shape="row" count={3} /> : null}
      {shown.isUnavailable ? (
        <ProblemNotice problem={problem} focus="link-problem" onRetry={() => chart.send({ type: 'link.retried' })} />
      ) : null}
      {shown.isAsking ? (
        <Stack>
          {shown.isRefused ? <ProblemNotice title={m.sharing_link_failed()} problem={problem} focus="link-problem" /> : null}
          <Text>{link ? m.sharing_link_replaces() : m.sharing_link_lead()}</Text>
          <NativeField
            label={m.sharing_link_day()}
            type="date"
            value={end.day}
            min={today}
            disabled={end.isPerpetual || shown.isBusy}
            description={m.sharing_link_day_help({ zone: time_zone })}
            error={shown.isEndless ? m.sharing_link_end_wrong() : fieldText(shown.isRefused ? problem : null, 'end_date')}
            onChange={(event) => chart.send({ type: 'end.changed', end: { ...end, day: event.currentTarget.value } })}
          />
          <Checkbox
            label={m.sharing_link_never()}
            isSelected={end.isPerpetual}
            onChange={(isPerpetual) => chart.send({ type: 'end.changed', end: { ...end, isPerpetual } })}
          />
          <Row justify="end">
            <Button variant="primary" isPending={shown.isMaking} onPress={() => chart.send({ type: 'link.requested' })}>
              {m.sharing_link_make()}
            </Button>
          </Row>
        </Stack>
      ) : null}
      {shown.isShowing && link ? (
        <Stack align="center">
          <QrCode text={address} label={m.sharing_link_picture()} />
          <div className={s.address} data-focus="lesson-link" tabIndex={-1}>
            {address}
          </div>
          <Text tone="soft">
            {link.end_date === null
              ? m.sharing_link_for_ever()
              : m.sharing_link_until({ when: formatMoment(link.end_date, language, time_zone) })}
          </Text>
          {shown.isUncopied ? <Text>{m.sharing_copy_by_hand()}</Text> : null}
          {shown.isConfirming ? (
            <Notice tone="warning" title={m.sharing_link_revoke_title()}>
              <Stack gap={3}>
                <Text>{problem ? problemText(problem) : m.sharing_link_revoke_text()}</Text>
                <Row>
                  <Button variant="danger" isPending={shown.isRevoking} onPress={() => chart.send({ type: 'revoke.confirmed' })}>
                    {m.sharing_link_revoke()}
                  </Button>
                  <Button reason={shown.isRevoking ? m.ui_wait() : null} onPress={() => chart.send({ type: 'revoke.cancelled' })}>
                    {m.sharing_link_keep()}
                  </Button>
                </Row>
              </Stack>
            </Notice>
          ) : (
            <Row justify="center">
              <Button variant="primary" onPress={() => void copy()}>
                {shown.isCopied ? m.teacher_code_copied() : m.sharing_link_copy()}
              </Button>
              <Button onPress={() => chart.send({ type: 'link.replaceAsked' })}>{m.sharing_link_replace()}</Button>
              <Button variant="quiet" onPress={() => chart.send({ type: 'link.revokeAsked' })}>
                {m.sharing_link_revoke()}
              </Button>
            </Row>
          )}
        </Stack>
      ) : null}
    </Dialog>
  );
}
