import { type ReactNode, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlayerPause, IconVolume } from '../../ui/icons.ts';
import { sentencesIn, useReadAloud } from '../player/readAloud.ts';
import s from './glossary.module.css';

interface TermTextProps {
  language: 'en' | 'es';
  term: string;
  definition: string;
  /** Element of the term. Default: a paragraph. */
  as?: 'h2' | 'h3' | 'p';
  /** Further controls beside the term. */
  children?: ReactNode;
}

const isOver = () => false;

/** A term with its definition in one language, read aloud on request if the browser has a voice. */
export function TermText({ language, term, definition, as: Name = 'p', children }: TermTextProps) {
  const root = useRef<HTMLDivElement>(null);
  const { hasVoice, isReading, toggle } = useReadAloud(
    () => root.current,
    term,
    language,
    isOver,
    (element, spoken) => sentencesIn([...element.querySelectorAll('[data-spoken]')], spoken),
  );
  return (
    <div ref={root} className={s.side} lang={language}>
      <div className={s.name}>
        <Name data-spoken>{term}</Name>
        {hasVoice ? (
          <IconButton
            size="small"
            icon={isReading ? IconPlayerPause : IconVolume}
            label={isReading ? m.player_read_stop() : m.glossary_read({ term })}
            onPress={toggle}
          />
        ) : null}
        {children}
      </div>
      <p data-spoken>{definition}</p>
    </div>
  );
}
