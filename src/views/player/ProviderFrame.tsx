import { type ReactNode, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFields } from '../useFields.ts';
import s from './LessonPlayer.module.css';
import { type FramedActor, useFrameMessages } from './useFrameMessages.ts';

/** What the frame's states announce. */
export const frameAnnouncements = {
  provider_starting: m.provider_starting,
  provider_opening: m.provider_opening,
  provider_slow: m.provider_slow,
  provider_ready: m.provider_ready,
  provider_suspicious: m.provider_suspicious,
  provider_down: m.provider_down,
};

interface ProviderFrameProps {
  actor: FramedActor;
  /** Title of the assessment. */
  title: string;
  /** Beside the questions, once they are there. */
  beside: ReactNode;
}

/** The provider's sandboxed frame, and how it stands. For a chart with the parts of `providerFrame.ts` that is `framed`. */
export function ProviderFrame({ actor, title, beside }: ProviderFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useFrameMessages(actor, frame);
  const { opened, frames, isCovered, isSlow, isSuspicious } = useFields(actor, (snapshot) => ({
    opened: snapshot.context.opened,
    frames: snapshot.context.frames,
    isCovered: snapshot.hasTag('covered'),
    isSlow: snapshot.hasTag('slow'),
    isSuspicious: snapshot.hasTag('suspicious'),
  }));
  if (!opened) return null;
  return (
    <>
      {isSuspicious ? (
        <Notice tone="warning" title={m.provider_suspicious()}>
          {m.provider_suspicious_text()}
        </Notice>
      ) : null}
      {isSlow ? (
        <div data-focus="provider-slow" tabIndex={-1}>
          <Notice
            tone="warning"
            title={m.provider_slow()}
            action={
              <Button size="small" onPress={() => actor.send({ type: 'frame.reopened' })}>
                {m.provider_reopen()}
              </Button>
            }
          >
            {m.provider_slow_text()}
          </Notice>
        </div>
      ) : null}
      {isCovered ? (
        <Stack gap={3}>
          <p>{m.provider_opening()}</p>
          <Skeleton shape="text" count={6} />
        </Stack>
      ) : (
        <Row justify="end">{beside}</Row>
      )}
      <iframe
        key={frames}
        ref={frame}
        className={s.frame}
        data-covered={isCovered || undefined}
        title={title}
        src={`${opened.frame_path}#${opened.nonce}`}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </>
  );
}
