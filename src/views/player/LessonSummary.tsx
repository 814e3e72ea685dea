import type { PlayerLesson } from '../../../contract/player.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Row } from '../../ui/Layout.tsx';
import { NextActivity } from './NextActivity.tsx';

interface LessonSummaryProps {
  lesson: PlayerLesson;
  minutes: number;
  isPreview: boolean;
  onLookAgain: () => void;
  onLeave: () => void;
}

/** Says that the lesson is done, and where to go from here. */
export function LessonSummary({ lesson, minutes, isPreview, onLookAgain, onLeave }: LessonSummaryProps) {
  return (
    <EmptyState
      art="done"
      level={1}
      title={m.player_finished()}
      focus="summary-title"
      action={
        <Row>
          <Button onPress={onLookAgain}>{m.player_look_again()}</Button>
          <Button variant="primary" onPress={onLeave}>
            {m.player_to_home()}
          </Button>
        </Row>
      }
    >
      {m.player_summary({ count: lesson.lesson_resources.length, minutes })}
      {isPreview ? null : <NextActivity lesson={lesson} />}
    </EmptyState>
  );
}
