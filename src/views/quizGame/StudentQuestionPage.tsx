import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { quizPlayerMachine } from '../../machines/quizGame/quizPlayerMachine.ts';
import { quizPlayerActors } from '../../services/quizGame.ts';
import { useApp } from '../app.ts';
import { decodeIds } from '../routeValue.ts';
import { PlayerRoom } from './PlayerRoom.tsx';
import { useRoomAccess } from './roomAccess.ts';

/** A game as the student plays it. */
export default function StudentQuestionPage() {
  const [game_id = 0] = decodeIds(useParams().value, 1) ?? [];
  return <Room key={game_id} game_id={game_id} />;
}

function Room({ game_id }: { game_id: number }) {
  const { send } = useApp();
  const access = useRoomAccess();
  const [logic] = useState(() => quizPlayerMachine.provide({ actors: quizPlayerActors(send, access, game_id) }));
  return <PlayerRoom logic={logic} />;
}
