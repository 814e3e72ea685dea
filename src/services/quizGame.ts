import * as v from 'valibot';
import { type EventObject, fromCallback } from 'xstate';
import { isFinal } from '../../common/retry.ts';
import type { Call, DataOf, InputOf } from '../../contract/kit.ts';
import { type GameBoard, type PlayerView, quizGame } from '../../contract/quizGame.ts';
import type { Problem } from '../machines/problem.ts';
import type { StepOrder } from '../machines/quizGame/quizGameMachine.ts';
import type { GivenAnswer } from '../machines/quizGame/quizPlayerMachine.ts';
import type { Event as LineEvent, News } from '../machines/quizGame/roomLine.ts';
import { callActor } from './kit/callActor.ts';
import type { Send } from './kit/client.ts';
import { readEvents, type StreamAccess } from './reports/liveActivity.ts';

/** Watches a room: one call of the contract, which also refreshes the token, then the stream from the newest event on. */
const watchRoom = <C extends typeof quizGame.gameBoard | typeof quizGame.playerView>(
  send: Send,
  { backend, token }: StreamAccess,
  call: C,
  game_id: number,
) =>
  fromCallback<EventObject, unknown, News<DataOf<C>> | LineEvent>(({ sendBack }) => {
    const ended = new AbortController();
    const { signal } = ended;
    const tell = (news: News<DataOf<C>> | LineEvent) => signal.aborted || sendBack(news);
    const watch = async () => {
      const view = (await send(call as Call, { game_id } as InputOf<Call>, { signal, quiet: true })) as DataOf<C>;
      tell({ type: 'room.came', view });
      const answer = await fetch(`${backend()}${call.path}/stream?game_id=${game_id}&last_id=${view.last_id}`, {
        headers: { authorization: `Bearer ${token()}` },
        signal,
      });
      if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}.`);
      for await (const data of readEvents(answer.body))
        tell(data === null ? { type: 'stream.alive' } : { type: 'room.came', view: v.parse(call.data, JSON.parse(data)) as DataOf<C> });
    };
    const fail = (error: unknown) => {
      // Only a refusal has a code. An expired session is signed in again.
      const refusal = error as Problem;
      tell({ type: isFinal(refusal) && refusal.code !== 401 ? 'room.refused' : 'stream.failed' });
    };
    watch().then(() => tell({ type: 'stream.failed' }), fail);
    return () => ended.abort();
  });

/** The calls of the `quizPlayer` chart in one game. */
export const quizPlayerActors = (send: Send, access: StreamAccess, game_id: number) => ({
  watchRoom: watchRoom(send, access, quizGame.playerView, game_id),
  sendAnswer: callActor<PlayerView, GivenAnswer>(({ input, signal }) => send(quizGame.submitGameAnswer, { game_id, ...input }, { signal })),
  leaveGame: callActor<null>(({ signal }) => send(quizGame.leaveGame, { game_id }, { signal })),
  rejoinGame: callActor<null>(({ signal }) => send(quizGame.rejoinGame, { game_id }, { signal })),
});

const steps = {
  start: quizGame.startGame,
  next: quizGame.nextRound,
  close: quizGame.closeRound,
  skip: quizGame.skipRound,
  pause: quizGame.pauseGame,
  resume: quizGame.resumeGame,
  admit: quizGame.admitGuests,
  bar: quizGame.barGuests,
  end: quizGame.endGame,
} as const;

/** The calls of the `quizGame` chart in one game. */
export const quizGameActors = (send: Send, access: StreamAccess, game_id: number) => ({
  watchRoom: watchRoom(send, access, quizGame.gameBoard, game_id),
  takeStep: callActor<GameBoard, StepOrder>(({ input: { step, round_no }, signal }) =>
    typeof step === 'object'
      ? send(quizGame.removePlayer, { game_id, player_id: step.remove }, { signal })
      : send(steps[step] as typeof quizGame.nextRound, { game_id, round_no }, { signal }),
  ),
});
