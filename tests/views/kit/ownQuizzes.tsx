import { screen } from '@testing-library/react';
import { authoring } from '../../../contract/authoring.ts';
import { OwnQuizzes } from '../../../src/views/authoring/OwnQuizzes.tsx';
import type { Stage } from '../../kit/describeView.ts';
import { ownQuiz } from '../../server/ownQuiz.ts';
import { Around, openScreen, type Screen } from './screen.tsx';

export const quizTitle = ownQuiz().title;

/** Opens the list of tess's quizzes, of which there is one. */
export async function openOwnQuizzes(stage: Stage<any>, ...held: (typeof authoring)[keyof typeof authoring][]): Promise<Screen> {
  const opened = await openScreen({ ...stage, held });
  const tess = await opened.network.backend.signIn('tess');
  await tess.ok(authoring.createQuiz, { creation_key: 'first', quiz: ownQuiz() });
  await opened.signIn('tess');
  stage.render(
    <Around app={opened.app}>
      <OwnQuizzes />
    </Around>,
  );
  await screen.findByText(quizTitle, { selector: 'a' });
  return opened;
}
