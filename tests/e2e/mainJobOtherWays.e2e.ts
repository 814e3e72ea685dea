import { expect, it } from 'vitest';
import { keyboard } from './hands.ts';
import { mainJob } from './mainJob.ts';

it('goes in the dark theme', async () => {
  const types = await mainJob('dark', { lesson: { name: 'Food chains at the pond', resources: 3 }, theme: 'dark' });
  expect([...types].sort()).toEqual(['matching', 'multiple_choice', 'numeric', 'ordering', 'single_choice', 'true_false']);
});

it('goes by keyboard alone, for the student', async () => {
  await mainJob('keyboard', { lesson: { name: 'How a plant makes a living', resources: 4 }, hands: keyboard });
});

it('goes on a phone, in Spanish', async () => {
  await mainJob('phone-es', { lesson: { name: 'Be a weather watcher', resources: 4 }, viewport: 'phone', locale: 'es' });
});
