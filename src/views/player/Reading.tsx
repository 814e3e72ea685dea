import { useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconPlayerPause, IconVolume } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import s from './LessonPlayer.module.css';
import type { BodyProps } from './ResourceView.tsx';
import { useReadAloud } from './readAloud.ts';

/** There is only one page. */
const isOver = () => false;

/** A text in one piece, read aloud on request. */
export default function Reading({ body, language }: BodyProps<'html'>) {
  const text = useRef<HTMLDivElement>(null);
  const { hasVoice, isReading, toggle } = useReadAloud(() => text.current, body.html, language, isOver);
  return (
    <Stack gap={4}>
      <Row>
        <Button icon={isReading ? IconPlayerPause : IconVolume} reason={hasVoice ? null : m.player_no_voice()} onPress={toggle}>
          {isReading ? m.player_read_stop() : m.player_read_aloud()}
        </Button>
      </Row>
      <div ref={text} className={s.page}>
        <Html html={body.html} look="reading" />
      </div>
    </Stack>
  );
}
