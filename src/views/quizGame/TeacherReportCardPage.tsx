import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { quizGameMachine } from '../../machines/quizGame/quizGameMachine.ts';
import { quizGameActors } from '../../services/quizGame.ts';
import { useApp } from '../app.ts';
import { decodeIds } from '../routeValue.ts';
import { GameRoom } from './GameRoom.tsx';
import { useRoomAccess } from './roomAccess.ts';

/** The board of a game. */
export default function TeacherReportCardPage() {
  const [game_id = 0] = decodeIds(useParams().value, 1) ?? [];
  return <Room key={game_id} game_id={game_id} />;
}

function Room({ game_id }: { game_id: number }) {
  const { send } = useApp();
  const access = useRoomAccess();
  const [logic] = useState(() => quizGameMachine.provide({ actors: quizGameActors(send, access, game_id) }));
  return <GameRoom logic={logic} />;
}
