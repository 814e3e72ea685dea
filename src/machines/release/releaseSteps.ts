import { type StateValueFrom, transition } from 'xstate';
import type { AttemptState } from '../../../contract/quizResult.ts';
import { type ReleaseEvent, releaseMachine } from './releaseMachine.ts';

type ChartState = StateValueFrom<typeof releaseMachine>;

/** What is not begun and what is under way are one to the chart. */
const chartState = (state: AttemptState): ChartState => (state === 'started' ? 'unsubmitted' : state);
const attemptState = (value: ChartState): AttemptState => (value === 'unsubmitted' ? 'started' : value);

function askChart(state: AttemptState, event: ReleaseEvent['type']): AttemptState | undefined {
  const before = releaseMachine.resolveState({ value: chartState(state) });
  return before.can({ type: event }) ? attemptState(transition(releaseMachine, before, { type: event })[0].value) : undefined;
}

/** The chart's answers, by state and event: it has no context, so they never change, and every hand-in needs them. */
const answers = new Map<string, AttemptState | undefined>();

/** Where an event takes an attempt, by the `release` chart; undefined when it is not allowed. */
export function releaseStep(state: AttemptState, event: ReleaseEvent['type']): AttemptState | undefined {
  const asked = `${state} ${event}`;
  if (!answers.has(asked)) answers.set(asked, askChart(state, event));
  return answers.get(asked);
}

/** Attempt states in which an event is allowed. */
export const statesBefore = (event: ReleaseEvent['type']): AttemptState[] =>
  (Object.keys(releaseMachine.states) as ChartState[]).map(attemptState).filter((state) => releaseStep(state, event) !== undefined);
