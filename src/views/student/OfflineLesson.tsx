import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import type { ShelvedLesson } from '../../services/lessonShelf.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconArrowRight } from '../../ui/icons.ts';
import { Row } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PlayerFrame } from '../../ui/PlayerFrame.tsx';
import { isQuizKind } from '../player/kinds.ts';
import { LessonIntro } from '../player/LessonIntro.tsx';
import { ItemPreview } from './ItemPreview.tsx';

/** A saved lesson after a start without a connection: to read and to try out. Nothing is tracked, since nobody knows who is here. */
export default function OfflineLesson({ lesson: { saved, lesson, contents }, onLeave }: { lesson: ShelvedLesson; onLeave: () => void }) {
  const [index, setIndex] = useState(0);
  const resources = lesson.lesson_resources;
  const resource = resources[index];
  const known = contents.find(({ item_details }) => item_details.item_id === resource?.item_id);
  return (
    <PlayerFrame
      title={saved.name}
      progress={{ at: index + 1, of: Math.max(resources.length, 1), done: 0 }}
      onLeave={onLeave}
      banner={<Notice tone="info">{m.student_offline_reading()}</Notice>}
      footer={
        <Row justify="between">
          <Button icon={IconArrowLeft} reason={index === 0 ? m.player_is_first() : null} onPress={() => setIndex(index - 1)}>
            {m.player_back()}
          </Button>
          {index < resources.length - 1 ? (
            <Button variant="primary" iconEnd={IconArrowRight} onPress={() => setIndex(index + 1)}>
              {m.player_next()}
            </Button>
          ) : null}
        </Row>
      }
    >
      <LessonIntro
        key={index === 0 ? 'start' : 'later'}
        objective={lesson.lesson_objective}
        instructions={lesson.instructions}
        isOpen={index === 0}
      />
      {resource && known && !isQuizKind(resource.resource_type_id) ? (
        <ItemPreview
          key={resource.id}
          known={{ ...known, item_details: { ...known.item_details, quiz_id: null } }}
          remarks={resource.remarks}
        />
      ) : (
        <>
          <h1>{resource?.title}</h1>
          <Notice tone="info">{m.student_offline_needs_connection()}</Notice>
        </>
      )}
    </PlayerFrame>
  );
}
