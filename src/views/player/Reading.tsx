import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Html } from '../../ui/Html.tsx';
import { IconPlayerPause, IconVolume } from '../../ui/icons.ts';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Fallible } from '../shell/Fallible.tsx';
import s from './LessonPlayer.module.css';
import type { BodyProps } from './ResourceView.tsx';
import { useReadAloud } from './readAloud.ts';

const ItemTermMarks = lazy(() => import('../glossary/ItemTermMarks.tsx'));

/** There is only one page. */
const isOver = () => false;

/** Goes to the heading that the address names, if the text has it. A lesson saved on the device is read outside the router. */
function useHeading(text: RefObject<HTMLElement | null>, html: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other headings
  useEffect(() => {
    const heading = new URLSearchParams(window.location.search).get('heading');
    if (heading === null) return;
    const found = [...(text.current?.querySelectorAll<HTMLElement>('h2, h3') ?? [])].find((one) => lineOf(one) === heading);
    if (!found) return;
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    found.scrollIntoView?.({ block: 'start' });
  }, [text, html]);
}

const lineOf = ({ textContent }: HTMLElement) => textContent.replace(/\s+/g, ' ').trim();

interface ReadingProps extends Pick<BodyProps<'html'>, 'body' | 'language'> {
  /** The item of the library whose terms are marked in the text. */
  itemId?: number;
}

/** A text in one piece, read aloud on request. */
export default function Reading({ body, language, itemId }: ReadingProps) {
  const text = useRef<HTMLDivElement>(null);
  const { hasVoice, isReading, toggle } = useReadAloud(() => text.current, body.html, language, isOver);
  useHeading(text, body.html);
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
      {itemId === undefined ? null : (
        <Fallible>
          <Suspense>
            <ItemTermMarks text={text} html={body.html} itemId={itemId} language={language} />
          </Suspense>
        </Fallible>
      )}
    </Stack>
  );
}
