import { type ReactNode, useState } from 'react';
import type { WaitingItem } from '../../machines/quiz/outboxMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { formatMoment } from '../../ui/dateFormats.ts';
import { downloadText } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { usePreferences } from '../shell/preferences.ts';
import { downloadAnswers } from './answersFile.ts';
import s from './Outbox.module.css';

const stateWords = ({ state, isHandedIn, isUnreadable }: WaitingItem) => {
  if (isUnreadable) return m.quiz_outbox_item_unreadable();
  if (state === 'open') return m.quiz_outbox_item_open();
  if (state === 'closed') return m.quiz_outbox_item_closed();
  return isHandedIn ? m.quiz_outbox_item_handed_in() : m.quiz_outbox_item_waiting();
};

interface WaitingItemsProps {
  items: readonly WaitingItem[];
  /** The owner, from `ownerOf`. */
  owner: string;
  /** The owner's name; null if unknown. */
  student: string | null;
  /** The school's time zone; default: the device's. */
  timeZone?: string;
  downloadLabel: string;
  /** More actions on an item, before or after its download. */
  more?: (item: WaitingItem, isDownloaded: boolean) => ReactNode;
}

/** Unsent items on this device, each with a file of its answers. */
export function WaitingItems({ items, ...props }: WaitingItemsProps) {
  return (
    <ul className={s.list}>
      {items.map((item) => (
        <Item key={item.id} item={item} {...props} />
      ))}
    </ul>
  );
}

function Item({ item, owner, student, timeZone, downloadLabel, more }: Omit<WaitingItemsProps, 'items'> & { item: WaitingItem }) {
  const { device, now } = useApp();
  const { language } = usePreferences();
  const [isDownloaded, setDownloaded] = useState(false);
  const download = async (): Promise<void> => {
    const { kept } = await device();
    if (item.isUnreadable) {
      const stored = JSON.stringify(await kept.readUnreadable(owner, item.id), null, 2);
      downloadText(`${m.quiz_file_name()}-${item.id}.json`, 'application/json', stored);
      return setDownloaded(true);
    }
    const attempt = await kept.readAttempt(owner, item.id);
    if (!attempt) return;
    const quiz = await kept.readQuiz(owner, attempt.quizId, attempt.lessonId);
    downloadAnswers({
      attempt,
      questions: quiz?.started.quiz_details.questions ?? [],
      student,
      time: formatMoment(new Date(now()).toISOString(), language, timeZone),
    });
    setDownloaded(true);
  };
  const title = item.title || m.quiz_outbox_untitled();
  return (
    <li className={s.item}>
      <div>
        <Text>{title}</Text>
        <Text tone="soft" size={2}>
          {item.count > 0 && item.state !== 'closed' ? `${m.quiz_outbox_count({ count: item.count })} · ` : null}
          {stateWords(item)}
        </Text>
      </div>
      <Row>
        <Button size="small" icon={IconDownload} aria-label={`${downloadLabel}: ${title}`} onPress={() => void download()}>
          {downloadLabel}
        </Button>
        {more?.(item, isDownloaded)}
      </Row>
    </li>
  );
}
