import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { RunningAssessment } from '../../../contract/closing.ts';
import { ResourceType } from '../../../contract/content.ts';
import { Role } from '../../../contract/kit.ts';
import { closingMachine } from '../../machines/closing/closingMachine.ts';
import { closingActors } from '../../services/closing.ts';
import { ownerOf } from '../../services/storedSession.ts';
import { useApp } from '../app.ts';
import { useSession, useWorker } from '../hooks.ts';
import { useChart } from '../useChart.ts';

const staysOpen: readonly number[] = [ResourceType.quiz, ResourceType.assessment, ResourceType.providerAssessment];

/** Whether a kind of resource is closed while a timed assessment runs: all but what is answered on the screen. */
export const isClosable = (resourceTypeId: number): boolean => !staysOpen.includes(resourceTypeId);

export interface Closing {
  /** The timed assessment for which content is closed; null where it is open. */
  running: RunningAssessment | null;
  /** False until the device has said what it has. */
  isKnown: boolean;
  /** There may be news: the server is asked. */
  look: () => void;
}

/** Whether content is closed to who works here, as the `closing` chart goes; to staff it never is. */
export function useClosing(): Closing {
  const { send, now, device, actorOptions } = useApp();
  const owner = ownerOf(useWorker());
  // Only lessons of students are saved on a device, so who is remembered is one.
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
