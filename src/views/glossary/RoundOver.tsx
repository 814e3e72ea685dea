import { Language } from '../../../contract/content.ts';
import type { MissedTerm } from '../../machines/glossary/fillInMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import s from './glossary.module.css';

import { TermText } from './TermText.tsx';

interface RoundOverProps {
  total: number;
  missed: readonly MissedTerm[];
  onAgain: () => void;
  onLeave: () => void;
}

/** The score of a round, and its missed terms. */
export function RoundOver({ total, missed, onAgain, onLeave }: RoundOverProps) {
  return (
    <Stack gap={5}>
      <div data-focus="round-over" tabIndex={-1}>
        <Text size={5} as="h2" isBold>
          {m.glossary_score({ right: total - missed.length, total })}
        </Text>
        <Text tone="soft">{missed.length === 0 ? m.glossary_none_missed() : m.glossary_missed_later()}</Text>
      </div>
      {missed.length > 0 ? (
        <ul className={s.terms} aria-label={m.glossary_missed()}>
          {missed.map(({ term_id, term, definition, language_id }) => (
            <li key={term_id} className={s.missed}>
              <TermText language={language_id === Language.spanish ? 'es' : 'en'} term={term} definition={definition} as="h3" />
            </li>
          ))}
        </ul>
      ) : null}
      <Row>
        <Button variant="primary" onPress={onAgain}>
          {m.glossary_round_again()}
        </Button>
        <Button onPress={onLeave}>{m.glossary_round_end()}</Button>
      </Row>
    </Stack>
  );
}
