import { type StateValueFrom, transition } from 'xstate';
import type { AttemptState } from '../../../contract/quizResult.ts';
import { type ReleaseEvent, releaseMachine } from './releaseMachine.ts';

type ChartState = StateValueFrom<typeof releaseMachine>;

/** The chart does not distinguish between unstarted and started work. */
const chartState = (state: AttemptState): ChartState => (state === 'started' ? 'unsubmitted' : state);
const attemptState = (value: ChartState): AttemptState => (value === 'unsubmitted' ? 'started' : value);

function askChart(state: AttemptState, event: ReleaseEvent['type']): AttemptState | undefined {
  const before = releaseMachine.resolveState({ value: chartState(state) });
  return before.can({ type: event }) ? attemptState(transition(releaseMachine, before, { type: event })[0].value) : undefined;
}

/** Cached by state and event. The chart has no context, so its answers never change, and every submission asks for them. */
const answers = new Map<string, AttemptState | undefined>();

/** The state an event leads to, according to the `release` chart; undefined if it is not allowed. */
export function releaseStep(state: AttemptState, event: ReleaseEvent['type']): AttemptState | undefined {
  const asked = `${state} ${event}`;
  if (!answers.has(asked)) answers.set(asked, askChart(state, event));
  return answers.get(asked);
}

/** The attempt states that allow an event. */
export const statesBefore = (event: ReleaseEvent['type']): AttemptState[] =>
  (Object.keys(releaseMachine.states) as ChartState[]).map(attemptState).filter((state) => releaseStep(state, event) !== undefined);
