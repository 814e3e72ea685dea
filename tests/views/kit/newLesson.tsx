import type { App } from '../../../src/views/app.ts';
import { paths } from '../../../src/views/paths.ts';
import LessonBuilderPage from '../../../src/views/workspace/LessonBuilderPage.tsx';
import { AtRoute } from './atRoute.tsx';

/** The form of a new lesson. */
export const NewLesson = ({ app }: { app: App }) => (
  <AtRoute app={app} address={paths.lessonForm('lesson')} path="/authenticated/workspace/workspaceHome/addnewlesson/lesson/:value">
    <LessonBuilderPage />
  </AtRoute>
);
