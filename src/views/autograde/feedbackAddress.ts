import { encodeRouteValue } from '../routeValue.ts';
import { addressOf } from '../screen.ts';
import { gradeFeedback } from './feedback.screen.ts';

/** The address of an answer: its query holds the item, the result and the question (specification, section 2). */
export const feedbackAddress = (itemId: number, resultId: number, questionId: number): string =>
  `${addressOf(gradeFeedback)}?id=${encodeRouteValue(itemId, resultId, questionId)}`;
