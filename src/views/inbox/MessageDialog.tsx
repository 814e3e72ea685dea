import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { may } from '../../../common/may.ts';
import { inbox, mostAnswerLetters, type UserMessage } from '../../../contract/inbox.ts';
import type { messageMachine } from '../../machines/inbox/messageMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatDay, formatMoment } from '../../ui/dateFormats.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { focusElement, useUser } from '../hooks.ts';
import { offer } from '../offer.ts';
import { useAsker } from '../permissions/rights.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { roleName } from '../shell/roleName.ts';
import type { Chart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import s from './inbox.module.css';
import { subjectOf, usesInWords } from './messageWords.ts';

const keyOf = ({ district_id, message_id }: UserMessage) => `${district_id}.${message_id}`;

interface MessageDialogProps {
  chart: Chart<typeof messageMachine>;
  /** The list holds messages without an answer. */
  isOfOpen: boolean;
}

/** One whole message with its file, and its answer or a field for one. The typed text stays while the list is open. */
export function MessageDialog({ chart, isOfOpen }: MessageDialogProps) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const { message, problem, failure, isAnswering, isMissing, isFetching, isOvertaken } = useFields(chart, (snapshot) => ({
    message: snapshot.context.opened,
    problem: snapshot.context.problem,
    failure: failureOf(snapshot),
    isAnswering: snapshot.hasTag('busy') && !snapshot.hasTag('fetching'),
    isMissing: snapshot.hasTag('fieldError'),
    isFetching: snapshot.hasTag('fetching'),
    isOvertaken: snapshot.hasTag('overtaken'),
  }));
  const user = useAsker();
  if (!message) return null;
  const key = keyOf(message);
  const draft = drafts.get(key) ?? '';
  const edit = (text: string) => {
    setDrafts((before) => new Map(before).set(key, text));
    offer(chart, { type: 'form.edited' });
  };
  const close = () => {
    chart.send({ type: 'message.closed' });
    // The row that would regain the focus has left the list.
    if (isOfOpen && (message.answer || isOvertaken)) focusElement('records');
  };
  return (
    <Dialog
      title={subjectOf(message)}
      size="large"
      isOpen
      isBusy={isAnswering}
      onOpenChange={(isOpen) => !isOpen && close()}
      footer={
        message.answer ? (
          <Button onPress={close}>{m.ui_close()}</Button>
        ) : (
          <>
            <Button reason={isAnswering ? m.ui_wait() : null} onPress={close}>
              {m.ui_close()}
            </Button>
            <Button
              variant="primary"
              isPending={isAnswering}
              reason={may(user, inbox.answerUserMessage) ? null : m.refusal_notWhileActing()}
              onPress={() => chart.send({ type: 'answer.submitted', text: draft })}
            >
              {m.admin_inbox_answer_send()}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {failure ? <ProblemNotice title={failure} problem={problem} focus="message-problem" /> : null}
        <Whole chart={chart} message={message} isFetching={isFetching} />
        {message.answer ? (
          <Answer answer={message.answer} />
        ) : (
          <TextArea
            label={m.admin_inbox_answer()}
            description={m.admin_inbox_answer_hint({ name: message.sender.name })}
            rows={4}
            maxLength={mostAnswerLetters}
            value={draft}
            onChange={edit}
            isReadOnly={isAnswering}
            error={isMissing ? m.admin_inbox_answer_missing() : null}
            data-focus="answer"
          />
        )}
      </Stack>
    </Dialog>
  );
}

function failureOf(state: SnapshotFrom<typeof messageMachine>): string | null {
  if (state.hasTag('fileless')) return m.admin_inbox_file_failed();
  if (state.hasTag('overtaken')) return m.admin_inbox_overtaken();
  return state.hasTag('unsent') ? m.admin_inbox_answer_failed() : null;
}

function Whole({ chart, message, isFetching }: Pick<MessageDialogProps, 'chart'> & { message: UserMessage; isFetching: boolean }) {
  const { time_zone } = useUser();
  const { language } = usePreferences();
  const { sender, training, file_name } = message;
  return (
    <>
      <Text tone="soft" size={2}>
        {[sender.name, roleName(sender.role), sender.school_name, sender.district_name, formatMoment(message.sent_at, language, time_zone)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {training ? (
        <dl className={s.facts}>
          <dt>{m.account_training_school()}</dt>
          <dd>{training.school_name}</dd>
          <dt>{m.account_training_grades()}</dt>
          <dd>{training.grade_levels.join(', ')}</dd>
          <dt>{m.account_training_uses()}</dt>
          <dd>{usesInWords(training.primary_use)}</dd>
          {training.preferred_date === null ? null : (
            <>
              <dt>{m.account_training_from()}</dt>
              <dd>{formatDay(training.preferred_date, language, 'UTC')}</dd>
            </>
          )}
        </dl>
      ) : null}
      {message.text === '' ? <Text tone="soft">{m.admin_inbox_no_words()}</Text> : <p className={s.words}>{message.text}</p>}
      {file_name === null ? null : (
        <Row>
          <Button size="small" icon={IconDownload} isPending={isFetching} onPress={() => chart.send({ type: 'file.asked' })}>
            {m.admin_inbox_file({ name: file_name })}
          </Button>
        </Row>
      )}
    </>
  );
}

function Answer({ answer }: { answer: NonNullable<UserMessage['answer']> }) {
  const { time_zone } = useUser();
  const { language } = usePreferences();
  return (
    <section className={s.answer} aria-label={m.admin_inbox_answer()} data-focus="message-answer" tabIndex={-1}>
      <Text tone="soft" size={2}>
        {m.admin_inbox_answer_of({ name: answer.name, when: formatMoment(answer.at, language, time_zone) })}
      </Text>
      <p className={s.words}>{answer.text}</p>
    </section>
  );
}
