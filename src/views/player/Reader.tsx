import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconArrowLeft, IconArrowRight, IconPlayerPause, IconVolume } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { Select } from '../../ui/Select.tsx';
import { Fallible } from '../shell/Fallible.tsx';
import s from './LessonPlayer.module.css';
import type { BodyProps, Level } from './ResourceView.tsx';
import { useReadAloud } from './readAloud.ts';

const ItemTermMarks = lazy(() => import('../glossary/ItemTermMarks.tsx'));

const levelName = ({ lexile, spanish_remark }: Pick<Level, 'lexile' | 'spanish_remark'>) =>
  lexile === null ? (spanish_remark ?? '') : m.player_lexile({ level: lexile });

interface ReaderProps extends BodyProps<'pages'> {
  itemId: number;
  levels: readonly Level[];
  onLevelChange: (itemId: number) => void;
}

/** A leveled reader, page by page, read aloud on request; it opens where the student left off, at the suitable level. */
export default function Reader({ body, language, position, onProgress, itemId, levels, onLevelChange }: ReaderProps) {
  const last = body.pages.length - 1;
  const [page, setPage] = useState(Math.min(Math.max(Math.floor(position), 0), last));
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    onProgress((100 * (page + 1)) / body.pages.length, page);
  }, [page, body.pages.length, onProgress]);
  const turn = (to: number) => {
    setPage(to);
    top.current?.focus();
  };
  const { hasVoice, isReading, toggle } = useReadAloud(
    () => top.current,
    page,
    language,
    () => {
      if (page === last) return false;
      setPage(page + 1);
      return true;
    },
  );
  const level = levelName(body);
  return (
    <Stack gap={5}>
      <div className={s.readerBar}>
        {levels.length > 1 ? (
          <div className={s.level}>
            <Select
              label={m.player_level()}
              options={levels.map((one) => ({ key: String(one.item_id), label: levelName(one) }))}
              value={String(itemId)}
              onChange={(key) => onLevelChange(Number(key))}
            />
          </div>
        ) : level ? (
          <Badge>{level}</Badge>
        ) : null}
        <Button icon={isReading ? IconPlayerPause : IconVolume} reason={hasVoice ? null : m.player_no_voice()} onPress={toggle}>
          {isReading ? m.player_read_stop() : m.player_read_aloud()}
        </Button>
        <Text tone="soft" size={2}>
          {m.player_page({ page: page + 1, pages: body.pages.length })}
        </Text>
      </div>
      <div ref={top} tabIndex={-1} className={s.page}>
        <Html html={body.pages[page] ?? ''} look="reading" />
      </div>
      <Fallible>
        <Suspense>
          <ItemTermMarks text={top} html={body.pages[page] ?? ''} itemId={itemId} language={language} />
        </Suspense>
      </Fallible>
      <Row justify="between">
        <Button icon={IconArrowLeft} reason={page === 0 ? m.player_first_page() : null} onPress={() => turn(page - 1)}>
          {m.player_page_back()}
        </Button>
        <Button iconEnd={IconArrowRight} reason={page === last ? m.player_last_page() : null} onPress={() => turn(page + 1)}>
          {m.player_page_next()}
        </Button>
      </Row>
    </Stack>
  );
}
