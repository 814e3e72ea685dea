import { useSelector } from '@xstate/react';
import { useSession } from '../hooks.ts';

/** Whether the server has not answered since the start; also while it is asked once more, so that what has been opened stays. */
export const useIsUnreachable = () =>
  useSelector(useSession(), (snapshot) => snapshot.hasTag('pending') && snapshot.context.problem !== null);
