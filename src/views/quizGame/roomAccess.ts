import type { Configuration } from '../../machines/app/appMachine.ts';
import { m } from '../../paraglide/messages.js';
import type { StreamAccess } from '../../services/reports/liveActivity.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';

/** What the charts of a room announce. */
export const roomAnnouncements = {
  quizGame_line_lost: m.quizGame_line_lost,
  quizGame_gone: m.quizGame_gone,
  quizGame_waiting: m.quizGame_waiting,
  quizGame_answered: m.quizGame_answered,
  quizGame_paused: m.quizGame_paused,
  quizGame_round_over: m.quizGame_round_over,
  quizGame_over: m.quizGame_over,
};

/** Address of the quiz game's backend. */
export function useGameBackend(): StreamAccess['backend'] {
  const { actor: app } = useApp();
  return () => (app.getSnapshot().context.configuration as Configuration).backends.game;
}

/** Address of the quiz game's backend, and the session's token, for a stream. */
export function useRoomAccess(): StreamAccess {
  const backend = useGameBackend();
  const session = useSession();
  return { backend, token: () => session.getSnapshot().context.token };
}
