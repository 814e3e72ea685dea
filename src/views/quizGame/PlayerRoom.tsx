import type { KeyboardEvent, ReactNode } from 'react';
import type { PlayerView } from '../../../contract/quizGame.ts';
import type { quizPlayerMachine } from '../../machines/quizGame/quizPlayerMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { offer } from '../offer.ts';
import { paths } from '../paths.ts';
import { QuestionText } from '../quiz/QuestionText.tsx';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { AskedText } from './AskedText.tsx';
import { ChoiceShape } from './ChoiceShape.tsx';
import { Explanation } from './Explanation.tsx';
import { guestPaths } from './guestPaths.ts';
import { placeText } from './points.ts';
import s from './quizGame.module.css';
import { movedText, Ranking } from './Ranking.tsx';
import { RoomSound } from './RoomSound.tsx';
import { RoomTime } from './RoomTime.tsx';
import { reportCard } from './reportCard.screen.ts';
import { roomAnnouncements } from './roomAccess.ts';
import { studentRegistration } from './studentRegistration.screen.ts';

interface PlayerRoomProps {
  logic: typeof quizPlayerMachine;
  /** Without an account: nothing leads to pages behind the sign-in. */
  isGuest?: boolean;
}

/** A player's screen in a game, driven by the `quizPlayer` chart. */
export function PlayerRoom({ logic, isGuest = false }: PlayerRoomProps) {
  const chart = useChart(logic, { announce: roomAnnouncements });
  const seen = useFields(chart, (snapshot) => ({
    view: snapshot.context.view,
    given: snapshot.context.given,
    problem: snapshot.context.problem,
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
    isLost: snapshot.hasTag('lost'),
    isGone: snapshot.hasTag('gone'),
    isWaiting: snapshot.hasTag('waiting'),
    isAsking: snapshot.hasTag('asking'),
    isAnswered: snapshot.hasTag('answered'),
    isPaused: snapshot.hasTag('paused'),
    isRevealed: snapshot.hasTag('revealed'),
    isOver: snapshot.hasTag('over'),
    isAway: snapshot.hasTag('away'),
    isRemoved: snapshot.hasTag('removed'),
    canLeave: snapshot.can({ type: 'game.left' }),
    canAnswer: snapshot.can({ type: 'answer.chosen', answer_id: 0 }),
  }));
  const { view } = seen;
  const home = isGuest ? guestPaths.join : addressOf(studentRegistration);
  const title = view?.title ?? m.quizGame_title();
  const line = seen.isLost ? (
    <Notice tone="warning">{m.quizGame_line_lost()}</Notice>
  ) : seen.isGone ? (
    <Notice tone="warning" action={<LinkButton href={home}>{m.quizGame_other_game()}</LinkButton>}>
      {m.quizGame_gone()}
    </Notice>
  ) : null;
  if (!view)
    return (
      <Page width="narrow">
        <PageHeader title={title} />
        {line}
        {seen.isGone ? null : <Skeleton shape="card" count={1} />}
      </Page>
    );
  const choose = (answer_id: number) => offer(chart, { type: 'answer.chosen', answer_id });
  // Only while the game has the focus, so that digits typed elsewhere mean nothing.
  const pressKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    const option = /^[1-6]$/.test(key) && !(ctrlKey || altKey || metaKey) ? view.question?.answer_options[Number(key) - 1] : undefined;
    if (option) choose(option.id);
  };
  return (
    <Page width="narrow">
      <PageHeader
        title={title}
        lead={[view.player_name, view.team_no === null ? null : m.quizGame_team({ number: view.team_no })].filter(Boolean).join(' · ')}
        more={
          <Row>
            {seen.isRemoved ? null : (
              <RoomSound
                phase={view.phase}
                round_no={view.question?.round_no ?? null}
                isRight={view.outcome && !view.outcome.is_skipped ? view.outcome.is_right : null}
                endsAt={view.ends_at}
              />
            )}
            {seen.canLeave ? (
              <Button variant="quiet" onPress={() => chart.send({ type: 'game.left' })}>
                {m.quizGame_leave()}
              </Button>
            ) : null}
          </Row>
        }
      />
      {line}
      {seen.isFailed ? <ProblemNotice title={m.quizGame_not_done()} problem={seen.problem} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat the buttons inside */}
      <div className={s.play} data-focus="quiz-game" tabIndex={-1} onKeyDown={pressKey}>
        {seen.isWaiting ? <Said title={m.quizGame_waiting()} text={m.quizGame_waiting_text()} /> : null}
        {seen.isPaused ? <Said title={m.quizGame_paused()} text={m.quizGame_paused_text()} /> : null}
        {seen.isRemoved ? <Said title={m.quizGame_removed()} /> : null}
        {seen.isAway ? (
          <Said title={m.quizGame_away()}>
            <Button variant="primary" isPending={seen.isBusy} onPress={() => chart.send({ type: 'game.rejoined' })}>
              {m.quizGame_come_back()}
            </Button>
          </Said>
        ) : null}
        {seen.isAnswered && !view.question ? <Said title={m.quizGame_all_answered()} text={m.quizGame_all_answered_text()} /> : null}
        {(seen.isAsking || seen.isAnswered || seen.isRevealed) && view.question ? (
          <Question
            view={view}
            chosen={view.answer_id ?? (seen.isBusy ? (seen.given?.answer_id ?? null) : null)}
            canAnswer={seen.canAnswer}
            onChoose={choose}
          />
        ) : null}
        {seen.isAnswered && view.question ? <Text isBold>{m.quizGame_answered()}</Text> : null}
        {seen.isRevealed ? <Outcome view={view} isGuest={isGuest} /> : null}
        {seen.isOver ? <TheEnd view={view} isGuest={isGuest} home={home} /> : null}
      </div>
    </Page>
  );
}

function Said({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className={s.said}>
      <h2>{title}</h2>
      {text ? <Text tone="soft">{text}</Text> : null}
      {children}
    </div>
  );
}

interface QuestionProps {
  view: PlayerView;
  chosen: number | null;
  canAnswer: boolean;
  onChoose: (answer_id: number) => void;
}

function Question({ view: { question, question_count, outcome, ends_at }, chosen, canAnswer, onChoose }: QuestionProps) {
  if (!question) return null;
  return (
    <section className={s.question} aria-label={m.quizGame_question_of({ number: question.round_no, count: question_count })}>
      <Row justify="between">
        <Text tone="soft">{m.quizGame_question_of({ number: question.round_no, count: question_count })}</Text>
        {outcome ? null : <RoomTime endsAt={ends_at} />}
      </Row>
      <AskedText {...question} />
      <ol className={s.choices}>
        {question.answer_options.map(({ id, answer_text }, index) => {
          const mark = outcome ? (outcome.right_ids.includes(id) ? 'right' : 'wrong') : undefined;
          return (
            <li key={id}>
              <button
                type="button"
                className={s.choice}
                data-color={index}
                data-mark={mark}
                aria-pressed={chosen === id}
                aria-disabled={!canAnswer}
                aria-keyshortcuts={String(index + 1)}
                onClick={() => onChoose(id)}
              >
                <ChoiceShape index={index} />
                <span className={s.words}>{answer_text}</span>
                <span className={s.key} aria-hidden="true">
                  {index + 1}
                </span>
                {mark === 'right' ? <span className={s.tag}>{m.quizGame_right_answer()}</span> : null}
                {chosen === id ? <span className={s.tag}>{m.quizGame_your_answer()}</span> : null}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Outcome({ view, isGuest }: { view: PlayerView; isGuest: boolean }) {
  const { outcome, question, game_id, mode, place, player_count, score, moved } = view;
  if (!outcome) return null;
  const { is_skipped, is_right, points, explanation } = outcome;
  return (
    <Stack gap={3}>
      <Notice
        tone={is_skipped ? 'info' : is_right ? 'success' : 'warning'}
        title={is_skipped ? m.quizGame_skipped() : is_right ? m.quizGame_right({ points: formatNumber(points) }) : m.quizGame_wrong()}
      >
        {isGuest ? (
          <QuestionText html={explanation} />
        ) : (
          <Explanation html={explanation} game_id={game_id} round_no={question?.round_no ?? 0} />
        )}
      </Notice>
      {mode !== 'ticket' && place !== null ? (
        <Text isBold>{[placeText({ place, player_count, score }), movedText(moved)].filter(Boolean).join(' · ')}</Text>
      ) : null}
    </Stack>
  );
}

function TheEnd({ view, isGuest, home }: { view: PlayerView; isGuest: boolean; home: string }) {
  const { mode, place, player_count, score, right, question_count, winners, read_again, game_id } = view;
  return (
    <div className={s.said}>
      <h2>{m.quizGame_over()}</h2>
      <Text isBold size={5}>
        {m.quizGame_right_of({ right, count: question_count })}
      </Text>
      {mode !== 'ticket' && place !== null ? <Text>{placeText({ place, player_count, score })}</Text> : null}
      <Ranking label={m.quizGame_winners()} ranked={winners} />
      <Row justify="center">
        {isGuest ? null : (
          <LinkButton variant="primary" href={addressOf(reportCard, game_id)}>
            {m.quizGame_report_own()}
          </LinkButton>
        )}
        {read_again && !isGuest ? (
          <LinkButton href={paths.exploreItem(read_again.item_id)}>{m.quizGame_read_again({ title: read_again.title })}</LinkButton>
        ) : null}
        <LinkButton href={home}>{m.quizGame_other_game()}</LinkButton>
      </Row>
    </div>
  );
}
