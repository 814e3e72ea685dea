// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { AuthoredQuiz } from '../../contract/authoring.ts';
import { m } from '../../src/paraglide/messages.js';
import { ConflictDialog } from '../../src/views/authoring/ConflictDialog.tsx';
import { authored, ownQuiz } from '../server/ownQuiz.ts';

const [a, b, c] = ['a', 'b', 'c'].map((key) => authored(key, 'true_false', { text: `<p>About ${key}</p>` })) as [
  AuthoredQuiz['questions'][number],
  AuthoredQuiz['questions'][number],
  AuthoredQuiz['questions'][number],
];
const mine = ownQuiz({ questions: [a, b] });

async function differences(theirs: Partial<AuthoredQuiz>): Promise<(string | null)[]> {
  render(<ConflictDialog mine={mine} theirs={{ ...mine, ...theirs }} onMine={vi.fn()} onTheirs={vi.fn()} />);
  await screen.findByRole('alertdialog', { name: m.authoring_conflict_title() });
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
}

describe('two versions of a quiz', () => {
  it.each<[string, Partial<AuthoredQuiz>, string[]]>([
    ['title', { title: 'Another' }, [m.authoring_differs_title()]],
    ['minutes', { minutes: 9 }, [m.authoring_differs_facts()]],
    ['a question', { questions: [a, { ...b, points: 2 }] }, [m.authoring_differs_question({ text: 'About b' })]],
    ['order', { questions: [b, a] }, [m.authoring_differs_order()]],
    [
      'one removed and one added',
      { questions: [a, c] },
      [m.authoring_differs_mine({ text: 'About b' }), m.authoring_differs_theirs({ text: 'About c' })],
    ],
    ['the order of fields, and what the server adds', { questions: [{ ...b, ...a, picture: null }, b] }, []],
  ])('differ by %s', async (_, theirs, told) => expect(await differences(theirs)).toEqual(told));
  it('have to be chosen between: nothing else closes the question', async () => {
    await differences({ title: 'Another' });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      m.authoring_conflict_theirs(),
      m.authoring_conflict_mine(),
    ]);
  });
});
