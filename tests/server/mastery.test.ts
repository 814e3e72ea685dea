import { expect, it } from 'vitest';
import { masteryOf } from '../../common/mastery.ts';

it.each([
  [100, 2, 'tooFew'],
  [100, 3, 'secure'],
  [80, 3, 'secure'],
  [79, 30, 'partly'],
  [50, 3, 'partly'],
  [49, 3, 'notYet'],
  [0, 3, 'notYet'],
  [0, 0, 'tooFew'],
])('%i%% of the points in %i questions: %s', (score, items, mastery) => expect(masteryOf({ score, items })).toBe(mastery));
