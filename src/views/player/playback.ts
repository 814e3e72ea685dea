import { useEffect } from 'react';
import type { CallbackActorLogic } from 'xstate';
import type { MediaInput, MediaNews, MediaOrder, PlaybackInput } from '../../machines/player/playbackMachine.ts';
import { playbackMachine } from '../../machines/player/playbackMachine.ts';
import { type Chart, useChart } from '../useChart.ts';
import { useFields } from '../useFields.ts';
import type { BodyProps } from './ResourceView.tsx';

/** Plays a medium and reports each second that it shows. */
export function usePlayback(
  media: CallbackActorLogic<MediaOrder, MediaInput, MediaNews>,
  input: PlaybackInput,
  onProgress: BodyProps<'film'>['onProgress'],
): Chart<typeof playbackMachine> {
  const playback = useChart(playbackMachine, { actors: { media }, input });
  const { second, duration } = useFields(playback, ({ context }) => ({ second: Math.floor(context.time), duration: context.duration }));
  useEffect(() => {
    onProgress((100 * second) / duration, second);
  }, [second, duration, onProgress]);
  return playback;
}
