import { type FormEvent, useState } from 'react';
import { profile } from '../../../contract/profile.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useUser } from '../hooks.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useCommand } from '../useCommand.ts';
import s from './help.module.css';

interface Rating {
  isUseful: boolean;
  /** What was missing; may be empty. */
  text: string;
}

/** Asks whether an article was useful. The answer goes to the inbox of feedback. */
export function Useful({ title }: { title: string }) {
  const { send } = useApp();
  const { userPuid } = useUser();
  const [isAsking, setAsking] = useState(false);
  const [text, setText] = useState('');
  const rate = useCommand(
    'rateArticle',
    ({ isUseful, text: missing }: Rating, { signal }) =>
      send(
        profile.insertFeedback,
        {
          user_puid: userPuid,
          category: isUseful ? 'praise' : 'problem',
          feedback_text: [isUseful ? m.help_was_useful({ title }) : m.help_was_not_useful({ title }), missing.trim()]
            .filter(Boolean)
            .join('. '),
        },
        { signal },
      ),
    { announce: { done: () => m.help_thanks() } },
  );
  if (rate.isDone)
    return (
      <section className={s.useful}>
        <Text>{m.help_thanks()}</Text>
      </section>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rate.give({ isUseful: false, text });
  };
  return (
    <section className={s.useful}>
      <Stack gap={3}>
        <Row>
          <Text isBold>{m.help_useful()}</Text>
          <Button isPending={rate.isBusy && !isAsking} onPress={() => rate.give({ isUseful: true, text: '' })}>
            {m.help_useful_yes()}
          </Button>
          <Button aria-expanded={isAsking} onPress={() => setAsking(!isAsking)}>
            {m.help_useful_no()}
          </Button>
        </Row>
        {rate.problem ? <ProblemNotice title={m.account_feedback_failed()} problem={rate.problem} focus="command-problem" /> : null}
        {isAsking ? (
          <form onSubmit={submit} noValidate>
            <Stack gap={3}>
              <TextArea label={m.help_missing()} maxLength={2000} value={text} onChange={setText} />
              <Row>
                <Button type="submit" variant="primary" isPending={rate.isBusy}>
                  {m.account_feedback_send()}
                </Button>
              </Row>
            </Stack>
          </form>
        ) : null}
      </Stack>
    </section>
  );
}
