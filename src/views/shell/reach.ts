import { useSelector } from '@xstate/react';
import { useSession } from '../hooks.ts';

/** Whether the server has not responded since the start. Stays true during a retry, so that opened content stays. */
export const useIsUnreachable = () =>
  useSelector(useSession(), (snapshot) => snapshot.hasTag('pending') && snapshot.context.problem !== null);
