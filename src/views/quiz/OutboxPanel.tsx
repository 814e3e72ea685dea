import { useState } from 'react';
import type { WaitingItem } from '../../machines/outbox/outboxMachine.ts';
import { m } from '../../paraglide/messages.js';
import { ownerOf } from '../../services/storedSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconDownload, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { useApp } from '../app.ts';
import { formatMoment } from '../dates.ts';
import { useUser } from '../hooks.ts';
import { usePreferences } from '../shell/preferences.ts';
import { downloadAnswers } from './answersFile.ts';
import s from './Outbox.module.css';
import type { OutboxActor } from './Outbox.tsx';

interface OutboxPanelProps {
  state: ReturnType<OutboxActor['getSnapshot']>;
  outbox: OutboxActor;
  onClose: () => void;
}

const stateWords = ({ state, isHandedIn }: WaitingItem) => {
  if (state === 'open') return m.quiz_outbox_item_open();
  if (state === 'closed') return m.quiz_outbox_item_closed();
  return isHandedIn ? m.quiz_outbox_item_handed_in() : m.quiz_outbox_item_waiting();
};

/** What waits on this device, with sending, a file of each, and a way to clear away what is not taken any more. */
export default function OutboxPanel({ state, outbox, onClose }: OutboxPanelProps) {
  const { items } = state.context;
  return (
    <Dialog
      title={m.quiz_outbox_title()}
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      footer={
        <Button
          variant="primary"
          icon={IconRefresh}
          isPending={state.hasTag('busy')}
          reason={state.can({ type: 'outbox.retried' }) || state.hasTag('busy') ? null : m.quiz_outbox_empty()}
          onPress={() => outbox.send({ type: 'outbox.retried' })}
        >
          {m.quiz_outbox_send()}
        </Button>
      }
    >
      <Stack gap={4}>
        <Text>{items.length > 0 ? m.quiz_outbox_text() : m.quiz_outbox_empty()}</Text>
        <ul className={s.list}>
          {items.map((item) => (
            <Item key={item.id} item={item} canDiscard={state.can({ type: 'item.discarded', id: item.id })} outbox={outbox} />
          ))}
        </ul>
      </Stack>
    </Dialog>
  );
}

function Item({ item, canDiscard, outbox }: { item: WaitingItem; canDiscard: boolean; outbox: OutboxActor }) {
  const { device, now } = useApp();
  const user = useUser();
  const { language } = usePreferences();
  const [isDownloaded, setDownloaded] = useState(false);
  const download = async () => {
    const { kept } = await device();
    const owner = ownerOf(user);
    const attempt = await kept.readAttempt(owner, item.id);
    if (!attempt) return;
    const quiz = await kept.readQuiz(owner, attempt.quizId, attempt.lessonId);
    downloadAnswers({
      attempt,
      questions: quiz?.started.quiz_details.questions ?? [],
      student: `${user.first_name} ${user.last_name}`,
      time: formatMoment(new Date(now()).toISOString(), language, user.time_zone),
    });
    setDownloaded(true);
  };
  return (
    <li className={s.item}>
      <div>
        <Text>{item.title}</Text>
        <Text tone="soft" size={2}>
          {item.count > 0 && item.state !== 'closed' ? `${m.quiz_outbox_count({ count: item.count })} · ` : null}
          {stateWords(item)}
        </Text>
      </div>
      <Row>
        <Button size="small" icon={IconDownload} onPress={() => void download()}>
          {m.quiz_outbox_download()}
        </Button>
        {item.state === 'closed' ? (
          <Button
            size="small"
            variant="danger"
            icon={IconTrash}
            reason={isDownloaded && canDiscard ? null : m.quiz_outbox_discard_reason()}
            onPress={() => outbox.send({ type: 'item.discarded', id: item.id })}
          >
            {m.quiz_outbox_discard()}
          </Button>
        ) : null}
      </Row>
    </li>
  );
}
