// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it } from 'vitest';
import { followHeading } from '../../src/views/shell/documentTitle.ts';

let stop: () => void;
beforeEach(() => {
  stop = followHeading();
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

it('the document is called as the heading of its page, whatever it becomes', async () => {
  expect(document.title).toBe('Orrery');
  document.body.innerHTML = '<main><h1> Students </h1><h2>Grade 6</h2></main>';
  await expect.poll(() => document.title).toBe('Students · Orrery');
  (document.querySelector('h1')!.firstChild as Text).data = 'Estudiantes';
  await expect.poll(() => document.title).toBe('Estudiantes · Orrery');
  document.body.innerHTML = '<main><p>Loading</p></main>';
  await expect.poll(() => document.title).toBe('Orrery');
});
