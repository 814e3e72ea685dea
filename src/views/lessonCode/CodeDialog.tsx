import { lessonCodeMachine } from '../../machines/lessonCode/lessonCodeMachine.ts';
import { m } from '../../paraglide/messages.js';
import { lessonCodeActors } from '../../services/lessonCode.ts';
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
import { offer } from '../offer.ts';
import { copyText } from '../sharing/copyText.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { problemText } from '../shell/problemText.ts';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import s from './code.module.css';

const announcements = { teacher_code_copied: m.teacher_code_copied };

/** In two groups of four, easier to read and type. */
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');
/** Address with the code filled in. */
const addressOf = (code: string) => `${window.location.origin}/account/code?code=${code}`;

interface CodeDialogProps {
  lessonId: number;
  lessonName: string;
  onClose: () => void;
}

/** Codes that open a lesson without an account: create, view, revoke. Driven by the `lessonCode` chart. */
export default function CodeDialog({ lessonId, lessonName, onClose }: CodeDialogProps) {
  const { send } = useApp();
  const { time_zone, userPuid } = useUser();
  const { language } = usePreferences();
  const chart = useChart(lessonCodeMachine, {
    actors: lessonCodeActors(send, lessonId, { time_zone, userPuid }),
    announce: announcements,
  });
  const shown = useFields(chart, (snapshot) => ({
    ...snapshot.context,
    isBusy: snapshot.hasTag('busy'),
    hasFailed: snapshot.hasTag('failed'),
    isLoading: snapshot.hasTag('loading'),
    isListing: snapshot.hasTag('listing'),
    isForm: snapshot.hasTag('form'),
    isShown: snapshot.hasTag('shown'),
    isCopied: snapshot.hasTag('copied'),
    isRevoking: snapshot.hasTag('revoking'),
  }));
  const { isBusy, hasFailed, isLoading, isListing, isForm, isShown, isCopied, isRevoking } = shown;
  const { codes, made, doomed, until, endGuests, problem } = shown;
  const copy = async (address: string) => {
    chart.send({ type: (await copyText(address)) ? 'code.copied' : 'copy.failed' });
  };

  const when = (instant: string) => formatMoment(instant, language, time_zone);
  const question = isRevoking ? doomed : null;

  return (
    <Dialog title={m.teacher_code_title({ name: lessonName })} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {isLoading ? <Skeleton shape="row" count={3} /> : null}
      {hasFailed && !isForm && !isShown ? <ProblemNotice problem={problem} onRetry={() => chart.send({ type: 'codes.retried' })} /> : null}
      {isListing ? (
        <Stack>
          <Text>{m.teacher_codes_lead()}</Text>
          <ul className={s.codes} data-focus="lesson-codes" tabIndex={-1} aria-label={m.teacher_codes()}>
            {codes.map((one) => (
              <li key={one.code} className={s.one}>
                <div className={s.words}>
                  <strong className={s.small}>{grouped(one.code)}</strong>
                  <Text tone="soft">{m.teacher_code_until({ when: when(one.expiresAt) })}</Text>
                  <Text tone="soft">
                    {one.createdBy === null
                      ? m.teacher_code_made({ when: when(one.createdAt) })
                      : m.teacher_code_made_by({ when: when(one.createdAt), name: one.createdBy })}
                  </Text>
                  <Text tone="soft">{m.teacher_code_guests({ count: one.guests })}</Text>
                </div>
                <Row gap={2}>
                  <Button
                    size="small"
                    aria-label={m.teacher_code_show_one({ code: grouped(one.code) })}
                    onPress={() => chart.send({ type: 'code.chosen', code: one })}
                  >
                    {m.teacher_code_show()}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={m.teacher_code_revoke_one({ code: grouped(one.code) })}
                    onPress={() => chart.send({ type: 'revocation.asked', code: one })}
                  >
                    {m.teacher_code_revoke()}
                  </Button>
                </Row>
              </li>
            ))}
          </ul>
          <Row justify="end">
            <Button variant="primary" onPress={() => chart.send({ type: 'code.wantedAnew' })}>
              {m.teacher_code_another()}
            </Button>
          </Row>
        </Stack>
      ) : null}
      {question ? (
        <div data-focus="revocation" tabIndex={-1}>
          <Notice tone="warning" title={m.teacher_code_revoke_title({ code: grouped(question.code) })}>
            <Stack gap={3}>
              {problem ? (
                <Text>
                  {m.teacher_code_revoke_failed()} {problemText(problem)}
                </Text>
              ) : (
                <Text>{m.teacher_code_revoke_text()}</Text>
              )}
              {question.guests > 0 ? (
                <Checkbox
                  label={m.teacher_code_end_guests({ count: question.guests })}
                  description={m.teacher_code_end_guests_help()}
                  isSelected={endGuests}
                  onChange={(isSelected) => offer(chart, { type: 'guests.changed', endGuests: isSelected })}
                />
              ) : null}
              <Row>
                <Button variant="danger" isPending={isBusy} onPress={() => chart.send({ type: 'revocation.confirmed' })}>
                  {m.teacher_code_revoke()}
                </Button>
                <Button reason={isBusy ? m.ui_wait() : null} onPress={() => chart.send({ type: 'revocation.cancelled' })}>
                  {m.teacher_code_keep()}
                </Button>
              </Row>
            </Stack>
          </Notice>
        </div>
      ) : null}
      {isShown && made ? (
        <Stack align="center">
          <div className={s.code} data-focus="lesson-code" tabIndex={-1}>
            {grouped(made.code)}
          </div>
          <QrCode text={addressOf(made.code)} label={m.teacher_code_picture({ code: grouped(made.code) })} />
          <Text>{m.teacher_code_how()}</Text>
          <Text tone="soft">{m.teacher_code_until({ when: when(made.expiresAt) })}</Text>
          {hasFailed ? <Text>{m.teacher_code_by_hand({ address: addressOf(made.code) })}</Text> : null}
          <Row justify="center">
            <Button variant="primary" onPress={() => void copy(addressOf(made.code))}>
              {isCopied ? m.teacher_code_copied() : m.teacher_code_copy()}
            </Button>
            <Button onPress={() => chart.send({ type: 'codes.wanted' })}>{m.teacher_codes_all()}</Button>
            <Button onPress={() => chart.send({ type: 'code.wantedAnew' })}>{m.teacher_code_another()}</Button>
          </Row>
        </Stack>
      ) : null}
      {isForm ? (
        <Stack>
          {hasFailed ? <ProblemNotice title={m.teacher_code_failed()} problem={problem} /> : null}
          <Text>{m.teacher_code_lead()}</Text>
          <NativeField
            label={m.teacher_code_day()}
            type="date"
            value={until}
            description={m.teacher_code_day_hint()}
            onChange={(event) => offer(chart, { type: 'day.changed', until: event.currentTarget.value })}
          />
          <Row justify="end">
            {codes.length > 0 && !isBusy ? (
              <Button onPress={() => chart.send({ type: 'codes.wanted' })}>{m.teacher_codes_all()}</Button>
            ) : null}
            <Button variant="primary" isPending={isBusy} onPress={() => chart.send({ type: 'code.requested' })}>
              {m.teacher_code_make()}
            </Button>
          </Row>
        </Stack>
      ) : null}
    </Dialog>
  );
}
