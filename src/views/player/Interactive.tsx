import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { simulationByName } from './models.ts';
import type { BodyProps } from './ResourceView.tsx';

/** An interactive model with what to do, and what it shows in words. */
export default function Interactive({ body, language }: BodyProps<'interactive'>) {
  const Simulation = simulationByName.get(body.simulation);
  return (
    <Stack gap={5}>
      <Html html={body.instructions_html} />
      {Simulation ? (
        <Simulation parameters={body.parameters} language={language} />
      ) : (
        <Notice tone="error">{m.player_no_simulation()}</Notice>
      )}
      <details>
        <summary>{m.player_text_alternative()}</summary>
        <Html html={body.text_alternative_html} />
      </details>
    </Stack>
  );
}
