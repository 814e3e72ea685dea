import type { ReactNode } from 'react';
import { type ProviderPreviewInput, providerPreviewMachine } from '../../machines/provider/providerPreviewMachine.ts';
import { m } from '../../paraglide/messages.js';
import { providerPreviewActors } from '../../services/provider.ts';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft } from '../../ui/icons.ts';
import { Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useApp } from '../app.ts';
import { ProblemNotice } from '../shell/ProblemNotice.tsx';
import { useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import { frameAnnouncements, ProviderFrame } from './ProviderFrame.tsx';

const announcements = {
  ...frameAnnouncements,
  preview_provider_finished: m.preview_provider_finished,
};

interface ProviderPreviewProps {
  input: ProviderPreviewInput;
  title: string;
  /** The questions with their key, in the product's own way. */
  children: ReactNode;
}

/** A teacher's preview of a provider's assessment: the questions and their key, or the frame that students get. */
export default function ProviderPreview({ input, title, children }: ProviderPreviewProps) {
  const { send } = useApp();
  const preview = useChart(providerPreviewMachine, {
    actors: providerPreviewActors(send, () => crypto.randomUUID()),
    input,
    announce: announcements,
  });
  const { problem, isClosed, isFramed, isDown, isFinished } = useFields(preview, (snapshot) => ({
    problem: snapshot.context.problem,
    isClosed: snapshot.hasTag('closed'),
    isFramed: snapshot.hasTag('framed'),
    isDown: snapshot.hasTag('down'),
    isFinished: snapshot.hasTag('finished'),
  }));
  const anew = () => preview.send({ type: 'frame.reopened' });
  if (isClosed)
    return (
      <Stack gap={4}>
        <Notice
          tone="info"
          action={
            <Button size="small" onPress={() => preview.send({ type: 'preview.opened' })}>
              {m.preview_provider_open()}
            </Button>
          }
        >
          {m.preview_provider()}
        </Notice>
        {children}
      </Stack>
    );
  return (
    <Stack gap={4}>
      <div>
        <Button icon={IconArrowLeft} onPress={() => preview.send({ type: 'preview.closed' })}>
          {m.preview_provider_close()}
        </Button>
      </div>
      {isDown ? (
        <ProblemNotice
          title={m.provider_down()}
          problem={problem ?? { code: 0, message: m.preview_provider_down() }}
          focus="provider-problem"
          onRetry={anew}
        />
      ) : isFinished ? (
        <div data-focus="provider-finished" tabIndex={-1}>
          <Notice
            tone="success"
            title={m.preview_provider_finished()}
            action={
              <Button size="small" onPress={anew}>
                {m.preview_provider_again()}
              </Button>
            }
          />
        </div>
      ) : isFramed ? (
        <ProviderFrame actor={preview} title={title} beside={<p>{m.preview_provider_nothing_saved()}</p>} />
      ) : (
        <Skeleton shape="text" count={6} />
      )}
    </Stack>
  );
}
