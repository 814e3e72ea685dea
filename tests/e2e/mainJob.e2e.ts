import { expect, it } from 'vitest';
import { mainJob } from './mainJob.ts';

it('goes from the teacher to the student and back, in the light theme', async () => {
  const types = await mainJob('light', { lesson: { name: 'Follow a drop of water', resources: 3 } });
  expect([...types].sort()).toEqual([
    'label_diagram',
    'matching',
    'multiple_choice',
    'ordering',
    'short_text',
    'single_choice',
    'true_false',
  ]);
});
