import { type SnapshotFrom, transition } from 'xstate';
import type { ScoredBy } from '../../../contract/scoring.ts';
import { type ResponseEvent, responseMachine } from './responseMachine.ts';

/** Where the points of a response are in the chart `response`. */
export type PointsState = SnapshotFrom<typeof responseMachine>['value']['points'];

/** What is stored about the points of a submitted response. */
interface StoredPoints {
  isAnswered: boolean;
  points: number | null;
  scored_by: ScoredBy;
  /** A person has given points at some time. */
  isGraded: boolean;
  /** Everyone in the class has full points. */
  isFull: boolean;
}

/** The chart's state by what is stored. */
export function pointsState({ isAnswered, points, scored_by, isGraded, isFull }: StoredPoints): PointsState {
  const hasFull = isFull && scored_by === 'rule';
  if (!isAnswered) return hasFull ? 'fullUnanswered' : 'unanswered';
  if (hasFull) return isGraded ? 'fullOverPerson' : 'full';
  if (scored_by === 'person' || isGraded) return 'byPerson';
  if (points === null) return 'waiting';
  return scored_by === 'rule' ? 'byRule' : 'byKey';
}

function askChart(points: PointsState, event: ResponseEvent['type']): PointsState | undefined {
  const before = responseMachine.resolveState({
    value: { points, comments: 'uncommented', counting: 'counted', result: 'hidden' },
  });
  return before.can({ type: event }) ? transition(responseMachine, before, { type: event })[0].value.points : undefined;
}

/** Cached by state and event. The chart has no context, so its answers never change, and a regrade asks for every response. */
const answers = new Map<string, PointsState | undefined>();

/** Where an event leads the points of a response, according to the chart `response`; undefined if it is not allowed there. */
export function responseStep(points: PointsState, event: ResponseEvent['type']): PointsState | undefined {
  const asked = `${points} ${event}`;
  if (!answers.has(asked)) answers.set(asked, askChart(points, event));
  return answers.get(asked);
}
