import { useState } from 'react';
import { mostAnswerLetters, type UserMessage } from '../../../contract/inbox.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { formatDay, formatMoment } from '../dates.ts';
import { focusElement, useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { roleName } from '../shell/roleName.ts';
import type { Inbox, InboxState } from './InboxPage.tsx';
import s from './inbox.module.css';
import { subjectOf, usesInWords } from './messageWords.ts';

const keyOf = ({ district_id, message_id }: UserMessage) => `${district_id}.${message_id}`;

/** One whole message with its file, and its answer or a field for one. The typed text stays while the list is open. */
export function MessageDialog({ chart, state }: { chart: Inbox; state: InboxState }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const { opened: message, problem } = state.context;
  if (!message) return null;
  const key = keyOf(message);
  const draft = drafts.get(key) ?? '';
  const isAnswering = state.matches('answering');
  const isMissing = state.matches({ reading: 'incomplete' });
  const failure = failureOf(state);
  const edit = (text: string) => {
    setDrafts((before) => new Map(before).set(key, text));
    if (isMissing) chart.send({ type: 'answer.edited' });
  };
  const close = () => {
    chart.send({ type: 'message.closed' });
    // The row that would regain the focus has left the list.
    if (!state.context.messages.some((one) => keyOf(one) === key)) focusElement('messages');
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
            <Button variant="primary" isPending={isAnswering} onPress={() => chart.send({ type: 'answer.submitted', text: draft })}>
              {m.admin_inbox_answer_send()}
            </Button>
          </>
        )
      }
    >
      <Stack>
        {failure ? <ProblemNotice title={failure} problem={problem} focus="message-problem" /> : null}
        <Whole chart={chart} message={message} isFetching={state.matches({ reading: 'fetching' })} />
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

function failureOf(state: InboxState): string | null {
  if (state.matches({ reading: 'fileless' })) return m.admin_inbox_file_failed();
  if (state.matches({ reading: 'overtaken' })) return m.admin_inbox_overtaken();
  if (state.hasTag('unsent')) return m.admin_inbox_answer_failed();
  return null;
}

function Whole({ chart, message, isFetching }: { chart: Inbox; message: UserMessage; isFetching: boolean }) {
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
