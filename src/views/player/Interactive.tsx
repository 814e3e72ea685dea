import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import s from './LessonPlayer.module.css';
import { MarkedText } from './MarkedText.tsx';
import { simulationByName } from './models.ts';
import type { BodyProps } from './ResourceView.tsx';

/** Breakpoint below which the steps are not beside the model. */
const isNarrow = () => matchMedia('(width < 75rem)').matches;

interface InteractiveProps extends BodyProps<'interactive'> {
  /** The item of the library whose terms are marked in the instructions. */
  itemId?: number;
}

/** An interactive model with instructions and a description in words. */
export default function Interactive({ body, language, itemId }: InteractiveProps) {
  const Simulation = simulationByName.get(body.simulation);
  const { language: wanted } = usePreferences();
  const [isOpen] = useState(() => !isNarrow());
  return (
    <div className={s.workbench}>
      <details className={s.task} open={isOpen}>
        <summary lang={wanted}>{m.player_steps()}</summary>
        <MarkedText html={body.instructions_html} itemId={itemId} language={language} />
      </details>
      {Simulation ? (
        <Simulation parameters={body.parameters} language={wanted === 'es' ? wanted : language} />
      ) : (
        <Notice tone="error">{m.player_no_simulation()}</Notice>
      )}
      <details className={s.inWords}>
        <summary lang={wanted}>{m.player_text_alternative()}</summary>
        <Html html={body.text_alternative_html} />
      </details>
    </div>
  );
}
