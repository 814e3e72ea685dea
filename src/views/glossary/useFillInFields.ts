import type { ActorRefFrom } from 'xstate';
import type { fillInMachine } from '../../machines/glossary/fillInMachine.ts';
import { useFields } from '../useFields.ts';

/** What the frame around a round of practice shows of its chart. */
export const useFillInFields = (actor: ActorRefFrom<typeof fillInMachine>) =>
  useFields(actor, (snapshot) => ({
    mode: snapshot.context.mode,
    problem: snapshot.context.problem,
    total: snapshot.context.total,
    missed: snapshot.context.missed,
    isBusy: snapshot.hasTag('busy'),
    isFailed: snapshot.hasTag('failed'),
    isEmpty: snapshot.hasTag('empty'),
    isChoosing: snapshot.hasTag('choosing'),
    isOver: snapshot.hasTag('over'),
  }));
