import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { useSession } from '../hooks.ts';
import { offer } from '../offer.ts';

const ActingAsBar = lazy(async () => ({ default: (await import('../../ui/ActingAsBar.tsx')).ActingAsBar }));

/** Shows who acts as whom, with Exit. Every frame after sign-in has it at the top. */
export function ActingBanner() {
  const session = useSession();
  const administrator = useSelector(session, (snapshot) => (snapshot.hasTag('acting') ? snapshot.context.administrator : null));
  const user = useSelector(session, (snapshot) => snapshot.context.user);
  const isReturning = useSelector(session, (snapshot) => snapshot.hasTag('acting') && snapshot.hasTag('busy'));
  if (!administrator || !user) return null;
  const name = (one: typeof user) => `${one.first_name} ${one.last_name}`;
  const exit = () => offer(session, { type: 'acting.exited' });
  return (
    <Suspense>
      <ActingAsBar actor={name(administrator)} account={name(user)} onExit={exit} isPending={isReturning} />
    </Suspense>
  );
}
