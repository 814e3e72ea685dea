import { type StateValueFrom, transition } from 'xstate';
import { type RoomEventType, roomMachine } from './roomMachine.ts';

/** The states of the `room` chart. */
export type RoomPhase = StateValueFrom<typeof roomMachine>;

function askChart(phase: RoomPhase, type: RoomEventType): RoomPhase | undefined {
  const before = roomMachine.resolveState({ value: phase });
  return before.can({ type }) ? transition(roomMachine, before, { type })[0].value : undefined;
}

/** Cached by state and event. The chart has no context, so its answers never change, and every answer of a player asks for them. */
const answers = new Map<string, RoomPhase | undefined>();

/** The state an event leads to, according to the `room` chart; undefined if it is not allowed. */
export function roomStep(phase: RoomPhase, type: RoomEventType): RoomPhase | undefined {
  const asked = `${phase} ${type}`;
  if (!answers.has(asked)) answers.set(asked, askChart(phase, type));
  return answers.get(asked);
}
