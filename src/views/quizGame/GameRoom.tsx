import { useRef } from 'react';
import type { GameBoard } from '../../../contract/quizGame.ts';
import type { GameStep, quizGameMachine } from '../../machines/quizGame/quizGameMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useFullScreen } from '../../ui/fullScreen.ts';
import { IconMaximize, IconMinimize } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { addressOf } from '../screen.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { AskedText } from './AskedText.tsx';
import { ChoiceShape } from './ChoiceShape.tsx';
import { Explanation } from './Explanation.tsx';
import { gameReport } from './gameReport.screen.ts';
import { guestPaths } from './guestPaths.ts';
import s from './quizGame.module.css';
import { Ranking } from './Ranking.tsx';
import { RoomSound } from './RoomSound.tsx';
import { RoomTime } from './RoomTime.tsx';
import { roomAnnouncements } from './roomAccess.ts';
import { studentRegistration } from './studentRegistration.screen.ts';
import { teacherExitTicket } from './teacherExitTicket.screen.ts';
import { teacherGames } from './teacherGames.screen.ts';
import { todaysWinner } from './todaysWinner.screen.ts';

/** Places on the board after a round, and at the end. */
const [onBoard, onPodium] = [5, 3];

/** In two groups of four, easier to read and type. */
const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1 ');

/** The teacher's board, driven by the `quizGame` chart. */
export function GameRoom({ logic }: { logic: typeof quizGameMachine }) {
  const chart = useChart(logic, { announce: roomAnnouncements });
  const { board, order, problem, isBusy, ...seen } = useFields(chart, (snapshot) => ({
    board: snapshot.context.board,
    order: snapshot.context.order,
    problem: snapshot.context.problem,
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
    isConfirming: snapshot.hasTag('confirming'),
    isLost: snapshot.hasTag('lost'),
    isGone: snapshot.hasTag('gone'),
    isLobby: snapshot.hasTag('lobby'),
    isAsking: snapshot.hasTag('asking'),
    isPaused: snapshot.hasTag('paused'),
    isRevealed: snapshot.hasTag('revealed'),
    isOpen: snapshot.hasTag('open'),
    isOver: snapshot.hasTag('over'),
  }));
  const place = useRef<HTMLDivElement>(null);
  const { isFull, toggle } = useFullScreen(place);
  const press = (step: GameStep) => chart.send({ type: 'step.pressed', step });
  const lineText = seen.isLost ? m.quizGame_line_lost() : seen.isGone ? m.quizGame_gone() : null;
  const line = lineText ? <Notice tone="warning">{lineText}</Notice> : null;
  const crumbs = [{ label: m.quizGame_title(), href: addressOf(teacherGames) }];
  if (!board)
    return (
      <Page width="wide">
        <PageHeader title={m.quizGame_title()} breadcrumbs={crumbs} />
        {line}
        {seen.isGone ? null : <Skeleton shape="card" count={1} />}
      </Page>
    );
  const { question, question_count, mode, game_id, group_puid } = board;
  const isLast = question?.round_no === question_count;
  const step = (to: Exclude<GameStep, object>, label: string, isMain = false) => (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      isPending={isBusy && order?.step === to}
      reason={isBusy ? m.ui_wait() : null}
      onPress={() => press(to)}
    >
      {label}
    </Button>
  );
  const removed = typeof order?.step === 'object' ? order.step.remove : null;
  const removedName = board.players.find(({ player_id }) => player_id === removed)?.name ?? '';
  return (
    <Page width="wide">
      <div className={s.stage} ref={place}>
        <PageHeader
          title={board.title}
          breadcrumbs={isFull ? [] : crumbs}
          lead={question ? m.quizGame_question_of({ number: question.round_no, count: question_count }) : undefined}
          badge={seen.isOver ? null : <RoomTime endsAt={board.ends_at} />}
          more={
            <Row>
              <RoomSound phase={board.phase} round_no={question?.round_no ?? null} isRight={null} endsAt={board.ends_at} />
              {toggle ? (
                <Button variant="quiet" icon={isFull ? IconMinimize : IconMaximize} onPress={toggle}>
                  {isFull ? m.quizGame_small() : m.quizGame_full()}
                </Button>
              ) : null}
            </Row>
          }
        />
        {line}
        {seen.isFailed ? <ProblemNotice title={m.quizGame_not_done()} problem={problem} /> : null}
        {/* Before what is shown, so that nobody scrolls for the next question. */}
        <Row>
          {seen.isLobby ? step('start', m.quizGame_start(), true) : null}
          {seen.isAsking ? step('close', m.quizGame_close(), true) : null}
          {seen.isAsking ? step('pause', m.quizGame_pause()) : null}
          {seen.isPaused ? step('resume', m.quizGame_resume(), true) : null}
          {seen.isAsking || seen.isPaused ? step('skip', m.quizGame_skip()) : null}
          {seen.isRevealed ? step('next', isLast ? m.quizGame_to_winners() : m.quizGame_next(), true) : null}
          {seen.isLobby || seen.isOpen
            ? step(board.takes_guests ? 'bar' : 'admit', board.takes_guests ? m.quizGame_bar() : m.quizGame_admit())
            : null}
          {seen.isOver ? null : step('end', m.quizGame_end())}
          {mode === 'ticket' ? (
            <LinkButton variant="primary" href={addressOf(teacherExitTicket, game_id)}>
              {m.quizGame_ticket_answers()}
            </LinkButton>
          ) : null}
          {seen.isOver && mode !== 'ticket' ? (
            <LinkButton variant="primary" href={addressOf(gameReport, game_id)}>
              {m.quizGame_report()}
            </LinkButton>
          ) : null}
          {seen.isOver && group_puid !== null ? (
            <LinkButton href={addressOf(todaysWinner, group_puid)}>{m.quizGame_today()}</LinkButton>
          ) : null}
        </Row>
        {seen.isLobby || seen.isOpen ? <Invitation code={board.game_code} takesGuests={board.takes_guests} /> : null}
        {seen.isLobby ? <Names board={board} onRemove={(player_id) => press({ remove: player_id })} /> : null}
        {seen.isOpen ? (
          <Text size={5} isBold>
            {m.quizGame_answers_of({ count: board.answered, total: board.players.length * question_count })}
          </Text>
        ) : null}
        {(seen.isAsking || seen.isPaused || seen.isRevealed) && question ? <Asked board={board} /> : null}
        {seen.isPaused ? <Notice tone="info">{m.quizGame_paused()}</Notice> : null}
        {seen.isAsking || seen.isPaused ? (
          <Text size={5} isBold>
            {m.quizGame_answers_of({ count: board.answered, total: board.players.length })}
          </Text>
        ) : null}
        {seen.isRevealed && board.outcome ? (
          <div className={s.outcome}>
            <Notice tone="info" title={board.outcome.is_skipped ? m.quizGame_skipped() : m.quizGame_explanation()}>
              <Explanation html={board.outcome.explanation} game_id={game_id} round_no={question?.round_no ?? 0} />
            </Notice>
            <Places board={board} />
          </div>
        ) : null}
        {seen.isOver ? (
          <div className={s.said}>
            <h2>{m.quizGame_over()}</h2>
            {mode === 'ticket' ? null : (
              <>
                <Ranking label={m.quizGame_winners()} ranked={bestOf(board, onPodium)} />
                <Teams board={board} />
              </>
            )}
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        isOpen={seen.isConfirming}
        onOpenChange={(isOpen) => (isOpen ? undefined : chart.send({ type: 'step.cancelled' }))}
        title={removed === null ? m.quizGame_end_question() : m.quizGame_remove_question({ name: removedName })}
        confirmLabel={removed === null ? m.quizGame_end() : m.quizGame_remove()}
        onConfirm={() => chart.send({ type: 'step.confirmed' })}
        isDanger
      >
        {removed === null ? m.quizGame_end_text() : m.quizGame_remove_text()}
      </ConfirmDialog>
    </Page>
  );
}

function Invitation({ code, takesGuests }: { code: string; takesGuests: boolean }) {
  const page = takesGuests ? guestPaths.joinWith(code) : `${addressOf(studentRegistration)}?code=${code}`;
  const address = `${window.location.origin}${page}`;
  return (
    <div className={s.invitation}>
      <QrCode text={address} label={m.quizGame_picture({ code: grouped(code) })} />
      <div>
        <Text size={5}>{m.quizGame_join_at({ address: window.location.host })}</Text>
        <div className={s.code}>{grouped(code)}</div>
        {takesGuests ? <Text>{m.quizGame_guests_welcome()}</Text> : null}
      </div>
    </div>
  );
}

function Names({ board: { players }, onRemove }: { board: GameBoard; onRemove: (player_id: number) => void }) {
  return (
    <section aria-label={m.quizGame_players({ count: players.length })}>
      <h2>{m.quizGame_players({ count: players.length })}</h2>
      <ul className={s.names}>
        {players.map(({ player_id, name, team_no, is_here, is_guest }) => (
          <li key={player_id} data-away={!is_here || undefined}>
            {name}
            {is_guest ? <span className={s.tag}>{m.quizGame_guest()}</span> : null}
            {team_no === null ? null : <span className={s.tag}>{m.quizGame_team({ number: team_no })}</span>}
            <Button size="small" variant="quiet" aria-label={m.quizGame_remove_one({ name })} onPress={() => onRemove(player_id)}>
              {m.quizGame_remove()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The question, and after the round how many chose what. */
function Asked({ board: { question, outcome } }: { board: GameBoard }) {
  if (!question) return null;
  const most = Math.max(1, ...(outcome?.counts ?? []));
  return (
    <section className={s.question} aria-label={m.quizGame_question()}>
      <AskedText {...question} />
      <ol className={s.choices}>
        {question.answer_options.map(({ id, answer_text }, index) => {
          const count = outcome?.counts[index];
          const mark = outcome ? (outcome.right_ids.includes(id) ? 'right' : 'wrong') : undefined;
          return (
            <li key={id}>
              <div className={s.choice} data-color={index} data-mark={mark}>
                <ChoiceShape index={index} />
                <span className={s.words}>{answer_text}</span>
                {count === undefined ? (
                  <span className={s.key} aria-hidden="true">
                    {index + 1}
                  </span>
                ) : (
                  <span className={s.count}>{m.quizGame_chosen({ count })}</span>
                )}
                {mark === 'right' ? <span className={s.tag}>{m.quizGame_right_answer()}</span> : null}
                {count === undefined ? null : (
                  <span className={s.bar} aria-hidden="true">
                    <span style={{ inlineSize: `${(100 * count) / most}%` }} />
                  </span>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The best players with points. */
const bestOf = ({ players }: GameBoard, most: number) => players.filter(({ score }) => score > 0).slice(0, most);

function Places({ board }: { board: GameBoard }) {
  const best = bestOf(board, onBoard);
  return (
    <>
      <Teams board={board} />
      {best.length === 0 ? null : (
        <section aria-label={m.quizGame_places()}>
          <h2>{m.quizGame_places()}</h2>
          <Ranking ranked={best} />
        </section>
      )}
    </>
  );
}

function Teams({ board: { teams } }: { board: GameBoard }) {
  if (teams.length === 0) return null;
  return (
    <section aria-label={m.quizGame_teams()}>
      <h2>{m.quizGame_teams()}</h2>
      <Ranking ranked={teams.map(({ team_no, score }) => ({ name: m.quizGame_team({ number: team_no }), score }))} />
    </section>
  );
}
