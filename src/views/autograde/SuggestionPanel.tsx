import type { QuestionResponse } from '../../../contract/autograde.ts';
import type { FoundIdea, Suggestion } from '../../../contract/scoring.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { figureWords } from '../reports/words.ts';
import { usePreferences } from '../shell/preferences.ts';
import s from './autograde.module.css';

/** Number of an idea as it stands beside its mark in the text: the mark is not its color alone. */
const numberOf = (at: number) => String(at + 1);

/** A piece of an answer, with the ideas that are said in it. */
interface Piece {
  text: string;
  ideas: number[];
}

/** An answer cut at the marks of its ideas. */
export function piecesOf(text: string, ideas: readonly FoundIdea[]): Piece[] {
  const places = ideas.flatMap((idea, at) => idea.places.map((place) => ({ ...place, at })));
  const cuts = [...new Set([0, text.length, ...places.flatMap(({ start, end }) => [start, end])])].toSorted((a, b) => a - b);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] as number;
    const over = places.filter((place) => place.start < end && place.end > start);
    return { text: text.slice(start, end), ideas: [...new Set(over.map(({ at }) => at))] };
  });
}

/** A student's text with the places where ideas were found: underlined, denied ones struck through, each with its number. */
export function MarkedText({ text, ideas }: { text: string; ideas: readonly FoundIdea[] }) {
  const outcome = (at: number) => ideas[at]?.outcome;
  return piecesOf(text, ideas).map((piece, index) =>
    piece.ideas.length === 0 ? (
      piece.text
    ) : (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
        key={index}
        className={s.mark}
        data-outcome={piece.ideas.some((at) => outcome(at) === 'found') ? 'found' : 'negated'}
        title={piece.ideas.map((at) => ideas[at]?.name).join(', ')}
      >
        {piece.text}
        <sup>{piece.ideas.map(numberOf).join(', ')}</sup>
      </mark>
    ),
  );
}

const ideaText = ({ name, points, outcome }: FoundIdea, language: 'en' | 'es') => {
  if (outcome === 'found') return m.autograde_idea_found({ name, points: figureWords(points, language) });
  return outcome === 'negated' ? m.autograde_idea_negated({ name }) : m.autograde_idea_missing({ name });
};

interface SuggestionPanelProps {
  suggestion: Suggestion;
  max: number;
  /** The same answers, and all that wait with the same suggested points. */
  group: readonly QuestionResponse[];
  alike: readonly QuestionResponse[];
  onAccept: (responses: readonly QuestionResponse[]) => void;
}

/** What the ideas in an answer would earn, and the ways to accept it. */
export function SuggestionPanel({ suggestion: { points, ideas, is_checked }, max, group, alike, onAccept }: SuggestionPanelProps) {
  const { language } = usePreferences();
  return (
    <Stack gap={2}>
      <Text isBold as="div">
        {m.autograde_suggestion({ points: figureWords(points, language), max: figureWords(max, language) })}
      </Text>
      {is_checked ? null : (
        <Text tone="soft" size={2}>
          {m.autograde_suggestion_unchecked()}
        </Text>
      )}
      <ol className={s.ideas}>
        {ideas.map((idea) => (
          <li key={idea.name} data-outcome={idea.outcome}>
            {ideaText(idea, language)}
          </li>
        ))}
      </ol>
      <Row gap={2}>
        <Button onPress={() => onAccept(group)}>{m.autograde_accept_group({ count: group.length })}</Button>
        {alike.length > group.length ? (
          <Button onPress={() => onAccept(alike)}>{m.autograde_accept({ count: alike.length })}</Button>
        ) : null}
      </Row>
    </Stack>
  );
}
