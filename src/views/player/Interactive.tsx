import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import s from './LessonPlayer.module.css';
import { simulationByName } from './models.ts';
import type { BodyProps } from './ResourceView.tsx';

/** Breakpoint below which the steps are not beside the model. */
const isNarrow = () => matchMedia('(width < 75rem)').matches;

/** An interactive model with instructions and a description in words. */
export default function Interactive({ body, language }: BodyProps<'interactive'>) {
  const Simulation = simulationByName.get(body.simulation);
  const { language: wanted } = usePreferences();
  const [isOpen] = useState(() => !isNarrow());
  return (
    <div className={s.workbench}>
      <details className={s.task} open={isOpen}>
        <summary lang={wanted}>{m.player_steps()}</summary>
        <Html html={body.instructions_html} />
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
