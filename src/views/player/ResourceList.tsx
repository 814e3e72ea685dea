import { type ReactNode, useId } from 'react';
import type { PlayerResource } from '../../../contract/player.ts';
import type { Progress } from '../../machines/player/lessonProgress.ts';
import { m } from '../../paraglide/messages.js';
import { IconCircleCheck, IconLock } from '../../ui/icons.ts';
import { kindIcon } from './kinds.ts';
import s from './LessonPlayer.module.css';

interface ResourceListProps {
  resources: readonly PlayerResource[];
  progress: readonly Progress[];
  index: number;
  canOpen: (index: number) => boolean;
  onOpen: (index: number) => void;
  /** Whether it is closed for now. It can be opened, and says so. */
  isClosed: (resource: PlayerResource) => boolean;
  isExpanded: boolean;
  onExpandedChange: (isExpanded: boolean) => void;
  /** Actions on the whole lesson. */
  children?: ReactNode;
}

/** The lesson's resources in a collapsible list: which is open, which are done, and why one cannot be opened yet. */
export function ResourceList({
  resources,
  progress,
  index,
  canOpen,
  onOpen,
  isClosed,
  isExpanded,
  onExpandedChange,
  children,
}: ResourceListProps) {
  const reasonId = useId();
  return (
    <div className={s.contents}>
      <nav aria-label={m.player_resources()}>
        <details open={isExpanded}>
          {/* Not the toggle event: it also fires when the player collapses the list. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
          <summary
            onClick={(event) => {
              event.preventDefault();
              onExpandedChange(!isExpanded);
            }}
          >
            {m.player_contents()}
          </summary>
          <ol className={s.list}>
            {resources.map((resource, at) => {
              const isDone = (progress[at]?.percentage ?? 0) >= 100;
              const isShut = isClosed(resource);
              const Picture = isShut ? IconLock : isDone ? IconCircleCheck : kindIcon(resource.resource_type_id);
              const title = isDone ? m.player_resource_done({ title: resource.title }) : resource.title;
              return (
                <li key={resource.id} aria-current={at === index ? 'step' : undefined}>
                  <button
                    type="button"
                    className={s.item}
                    aria-disabled={!canOpen(at)}
                    aria-describedby={canOpen(at) ? undefined : reasonId}
                    onClick={() => canOpen(at) && onOpen(at)}
                  >
                    <Picture size={20} stroke={1.75} aria-hidden="true" />
                    <span>{isShut ? m.player_resource_closed({ title }) : title}</span>
                  </button>
                </li>
              );
            })}
          </ol>
          <p id={reasonId} className={s.reason} hidden={resources.every((_, at) => canOpen(at))}>
            {m.player_finish_first()}
          </p>
        </details>{' '}
      </nav>
      {children}
    </div>
  );
}
