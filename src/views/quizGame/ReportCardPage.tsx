import { useParams } from 'react-router-dom';
import type { ItemTerm } from '../../../contract/itemTerm.ts';
import { type PlayerReport, quizGame } from '../../../contract/quizGame.ts';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { Marked } from '../glossary/Marked.tsx';
import { termsOnce } from '../glossary/termsOnce.ts';
import { QuestionText } from '../quiz/QuestionText.tsx';
import { decodeIds } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { LoadedPage } from '../shell/Loaded.tsx';
import { termsIn, useGameTerms } from './gameTerms.ts';
import { placeText, pointsText } from './points.ts';
import { studentRegistration } from './studentRegistration.screen.ts';

/** The student's own rounds of a game: what was asked, answered and right, and why. */
export default function ReportCardPage() {
  const [game_id = 0] = decodeIds(useParams().value, 1) ?? [];
  return <Report key={game_id} game_id={game_id} />;
}

function Report({ game_id }: { game_id: number }) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(quizGame.playerReport, { game_id }, { signal }));
  const { data } = collection;
  const lead = data && data.mode !== 'ticket' ? placeText(data) : undefined;
  return (
    <LoadedPage
      collection={collection}
      width="narrow"
      title={data ? m.quizGame_report_of({ title: data.title }) : m.quizGame_report_own()}
      lead={lead}
      breadcrumbs={[{ label: m.quizGame_title(), href: addressOf(studentRegistration) }]}
      shape="card"
      count={3}
    >
      {({ rounds, mode }) => <Rounds game_id={game_id} rounds={rounds} hasPoints={mode !== 'ticket'} />}
    </LoadedPage>
  );
}

interface RoundsProps {
  game_id: number;
  rounds: PlayerReport['rounds'];
  hasPoints: boolean;
}

function Rounds({ game_id, rounds, hasPoints }: RoundsProps) {
  const marks = useGameTerms(game_id);
  const marked = termsOnce(rounds.map((round) => ({ ...round, terms: termsIn(marks, round.round_no) })));
  return (
    <Stack>
      {marked.map((round) => (
        <Round key={round.round_no} round={round} hasPoints={hasPoints} count={rounds.length} />
      ))}
    </Stack>
  );
}

interface RoundProps {
  round: PlayerReport['rounds'][number] & { terms: ItemTerm[] };
  hasPoints: boolean;
  count: number;
}

function Round({ round, hasPoints, count }: RoundProps) {
  const { round_no, question_text, answer_text, right_answer, is_right, is_skipped, points, explanation, terms } = round;
  const verdict = is_skipped
    ? m.quizGame_skipped()
    : answer_text === null
      ? m.quizGame_no_answer()
      : is_right
        ? m.quizGame_right_short()
        : m.quizGame_wrong();
  return (
    <Card
      level={2}
      title={m.quizGame_question_of({ number: round_no, count })}
      end={<Badge tone={is_skipped || answer_text === null ? 'neutral' : is_right ? 'success' : 'warning'}>{verdict}</Badge>}
    >
      <QuestionText html={question_text} />
      {answer_text === null ? null : <Text>{m.quizGame_you_chose({ answer: answer_text })}</Text>}
      <Text isBold>{m.quizGame_right_is({ answer: right_answer })}</Text>
      {hasPoints ? <Text tone="soft">{pointsText(points)}</Text> : null}
      <Marked html={explanation} terms={terms}>
        <QuestionText html={explanation} />
      </Marked>
    </Card>
  );
}
