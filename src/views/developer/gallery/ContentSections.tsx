import { useState } from 'react';
import { ActingAsBar } from '../../../ui/ActingAsBar.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Html } from '../../../ui/Html.tsx';
import { Row } from '../../../ui/Layout.tsx';
import { Section } from '../../../ui/Page.tsx';
import { SaveStatus } from '../../../ui/SaveStatus.tsx';
import { Timer } from '../../../ui/Timer.tsx';
import { article, saveStates, words } from '../gallerySamples.ts';

/** Content, and the player parts around it. */
export default function ContentSections() {
  return (
    <>
      <Section title={words.content}>
        <Card>
          <Html html={article} look="reading" language="en" />
        </Card>
      </Section>
      <Player />
    </>
  );
}

function Player() {
  const [remaining, setRemaining] = useState(754);
  return (
    <Section title={words.player}>
      <Row gap={6}>
        {saveStates.map((state) => (
          <SaveStatus key={state.kind} state={state} onRetry={() => undefined} onResolve={() => undefined} />
        ))}
      </Row>
      <Row gap={6}>
        <Timer remaining={remaining} onExtend={() => setRemaining(remaining + 300)} />
        <Timer remaining={42} />
      </Row>
      <ActingAsBar actor={words.frameTeacher} account={words.hello} onExit={() => undefined} />
    </Section>
  );
}
