import { staff } from '../../../contract/kit.ts';
import { encodeRouteValue } from '../routeValue.ts';
import type { ScreenAddress } from '../screen.ts';

/** One answer with its comments. */
export const gradeFeedback = { path: 'autograde/feedback', roles: staff } as const satisfies ScreenAddress;

/** The address of an answer: its query holds the item, the result and the place of the question (specification, section 2). */
export const feedbackAddress = (itemId: number, resultId: number, index: number): string =>
  `/authenticated/${gradeFeedback.path}?id=${encodeRouteValue(itemId, resultId, index)}`;
