import { useEffect, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import type { ShelvedLesson } from '../../services/player/lessonShelf.ts';
import { Button } from '../../ui/Button.tsx';
import { useApp } from '../app.ts';
import { usePreferences } from '../shell/preferences.ts';
import { formatBytes } from './bytes.ts';
import s from './offline.module.css';

interface OfflineShelfProps {
  /** Owner of the lessons, as `ShelvedLesson.owner`. */
  owner: string;
  onOpen: (lesson: ShelvedLesson) => void;
}

/** Lessons saved on this device, to continue while offline. Renders nothing if there are none. */
export default function OfflineShelf({ owner, onOpen }: OfflineShelfProps) {
  const { shelf } = useApp();
  const { language } = usePreferences();
  const [lessons, setLessons] = useState<readonly ShelvedLesson[]>([]);
  useEffect(() => {
    let isHere = true;
    const read = async () => {
      const [{ asShelved }, opened] = await Promise.all([import('../../services/player/lessonShelf.ts'), shelf()]);
      const all = (await opened.all()).map(asShelved).filter((one) => one !== null);
      if (isHere) setLessons(all);
    };
    // A browser that stores nothing has nothing to show.
    read().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [shelf]);
  const own = lessons.filter((one) => one.owner === owner);
  if (own.length === 0) return null;
  return (
    <section className={s.shelf} aria-labelledby="offline-shelf">
      <h2 id="offline-shelf">{m.student_offline_list()}</h2>
      <ul>
        {own.map((one) => (
          <li key={`${one.saved.lessonId}/${one.saved.assignmentId}`}>
            <span>
              {one.saved.name}
              <small>{formatBytes(one.saved.size, language)}</small>
            </span>
            <Button aria-label={m.student_offline_open({ name: one.saved.name })} onPress={() => onOpen(one)}>
              {m.student_continue()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
