import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { quizPlayerMachine } from '../../machines/quizGame/quizPlayerMachine.ts';
import { codeOfRoom, guestAccess } from '../../services/quizGame/guest.ts';
import { quizPlayerActors } from '../../services/quizGame.ts';
import { useApp } from '../app.ts';
import { useSession } from '../hooks.ts';
import { LanguageButton } from '../public/LanguageButton.tsx';
import { decodeIds } from '../routeValue.ts';
import { guestPaths } from './guestPaths.ts';
import { PlayerRoom } from './PlayerRoom.tsx';
import s from './quizGame.module.css';
import { useGameBackend } from './roomAccess.ts';

/** A game as a guest plays it. A device that has not joined is led to the code and the name. */
export default function GuestQuestionPage() {
  const [game_id = 0] = decodeIds(useParams().value, 1) ?? [];
  const isSignedIn = useSelector(useSession(), (snapshot) => snapshot.hasTag('signedIn'));
  const code = codeOfRoom(game_id);
  if (code === undefined || isSignedIn) return <Navigate to={guestPaths.joinWith(code ?? '')} replace />;
  return (
    <main className={s.guest}>
      <LanguageButton />
      <Room key={game_id} game_id={game_id} code={code} />
    </main>
  );
}

function Room({ game_id, code }: { game_id: number; code: string }) {
  const { send } = useApp();
  const backend = useGameBackend();
  const [logic] = useState(() => {
    const guest = guestAccess(send, code);
    return quizPlayerMachine.provide({ actors: quizPlayerActors(guest.send, { backend, token: guest.token }, game_id) });
  });
  return <PlayerRoom logic={logic} isGuest />;
}
