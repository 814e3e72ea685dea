import type { PlayerResource } from '../../../contract/student.ts';
import type { Progress } from '../../machines/lessonPlayer/lessonPlayerMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconCircleCheck } from '../../ui/icons.ts';
import { kindIcon } from './kinds.ts';
import s from './LessonPlayer.module.css';

interface ResourceListProps {
  resources: readonly PlayerResource[];
  progress: readonly Progress[];
  index: number;
  canOpen: (index: number) => boolean;
  onOpen: (index: number) => void;
}

/** The lesson's resources: which is open, which are done, and why one cannot be opened yet. */
export function ResourceList({ resources, progress, index, canOpen, onOpen }: ResourceListProps) {
  return (
    <nav aria-label={m.player_resources()}>
      <ol className={s.list}>
        {resources.map((resource, at) => {
          const isDone = (progress[at]?.percentage ?? 0) >= 100;
          return (
            <li key={resource.id} aria-current={at === index ? 'step' : undefined}>
              <Button
                variant={at === index ? 'secondary' : 'quiet'}
                icon={isDone ? IconCircleCheck : kindIcon(resource.resource_type_id)}
                reason={canOpen(at) ? null : m.player_finish_first()}
                onPress={() => onOpen(at)}
              >
                {isDone ? m.player_resource_done({ title: resource.title }) : resource.title}
              </Button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
