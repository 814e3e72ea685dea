import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { RunningAssessment } from '../../../contract/closing.ts';
import { ResourceType } from '../../../contract/content.ts';
import { Role } from '../../../contract/kit.ts';
import { closingMachine } from '../../machines/closing/closingMachine.ts';
import { closingActors } from '../../services/closing.ts';
import { ownerOf } from '../../services/login/storedSession.ts';
import { useApp } from '../app.ts';
import { useSession, useWorker } from '../hooks.ts';
import { useChart } from '../useChart.ts';

const staysOpen: readonly number[] = [ResourceType.quiz, ResourceType.assessment, ResourceType.providerAssessment];

/** Whether a kind of resource is closed while a timed assessment runs: all except those answered on the screen. */
export const isClosable = (resourceTypeId: number): boolean => !staysOpen.includes(resourceTypeId);

export interface Closing {
  /** The timed assessment that closes content; null if content is open. */
  running: RunningAssessment | null;
  /** False until the device's data has loaded. */
  isKnown: boolean;
  /** Asks the server for changes. */
  look: () => void;
}

/** Whether content is closed to the user, driven by the `closing` chart; never closed to staff. */
export function useClosing(): Closing {
  const { send, now, device, actorOptions } = useApp();
  const owner = ownerOf(useWorker());
  // Only students save lessons on a device, so a remembered user is a student.
  const isStudent = useSelector(useSession(), (snapshot) => (snapshot.context.user?.role ?? Role.student) === Role.student);
  const { clock } = actorOptions;
  const closing = useChart(closingMachine, { actors: closingActors({ send, owner, isStudent, device, now, clock }) });
  const running = useSelector(closing, (snapshot) => snapshot.context.running);
  const isKnown = useSelector(closing, (snapshot) => !snapshot.hasTag('busy'));
  const look = useCallback(() => {
    const event = { type: 'assessment.noticed' as const };
    if (closing.getSnapshot().can(event)) closing.send(event);
  }, [closing]);
  return { running, isKnown, look };
}
