import { useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { frames } from '../../services/player/playback.ts';
import { Button } from '../../ui/Button.tsx';
import { useFullScreen } from '../../ui/fullScreen.ts';
import { IconMaximize, IconMinimize, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useFields } from '../useFields.ts';
import { captionsIn } from './captions.ts';
import s from './LessonPlayer.module.css';
import { animationByName } from './models.ts';
import { usePlayback } from './playback.ts';
import type { BodyProps } from './ResourceView.tsx';
import { SpeedSelect } from './SpeedSelect.tsx';

const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/**
 * Plays an animation with its narration as captions, in the chosen language if it has that one, from the second where the student left off.
 */
export default function AnimationPlayer({ body, language, position, onProgress }: BodyProps<'video'>) {
  const Animation = animationByName.get(body.animation);
  const { language: wanted } = usePreferences();
  const shown = captionsIn(wanted, body, language);
  const playback = usePlayback(frames, { kind: 'animation', duration: body.duration, position }, onProgress);
  const { time, speed, isPlaying } = useFields(playback, (snapshot) => ({
    time: snapshot.context.time,
    speed: snapshot.context.speed,
    isPlaying: snapshot.hasTag('playing'),
  }));
  const stage = useRef<HTMLDivElement>(null);
  const { isFull, toggle } = useFullScreen(stage);

  const caption = shown.captions.findLast(({ at }) => at <= time)?.text ?? '';
  return (
    <div className={s.stage} ref={stage}>
      {Animation ? <Animation time={time} language={shown.language} /> : <Notice tone="error">{m.player_no_simulation()}</Notice>}
      <p className={s.captions} aria-live="polite" lang={shown.language}>
        {caption}
      </p>
      <div className={s.controls}>
        <Button
          variant="primary"
          icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
          onPress={() => playback.send({ type: 'playback.toggled' })}
        >
          {isPlaying ? m.player_pause() : m.player_play()}
        </Button>
        <input
          className={s.seek}
          type="range"
          min={0}
          max={body.duration}
          step={1}
          value={Math.floor(time)}
          aria-label={m.player_seek()}
          aria-valuetext={m.player_time_of({ at: clockText(time), of: clockText(body.duration) })}
          onChange={(event) => playback.send({ type: 'position.sought', time: Number(event.currentTarget.value) })}
        />
        <span>{m.player_time_of({ at: clockText(time), of: clockText(body.duration) })}</span>
        <SpeedSelect speed={speed} onChange={(chosen) => playback.send({ type: 'speed.chosen', speed: chosen })} />
        {toggle ? (
          <Button icon={isFull ? IconMinimize : IconMaximize} onPress={toggle}>
            {isFull ? m.player_leave_full_screen() : m.player_full_screen()}
          </Button>
        ) : null}
      </div>
      <details lang={shown.language}>
        <summary lang={wanted}>{m.player_transcript()}</summary>
        {shown.captions.map(({ at, text }) => (
          <p key={at}>{text}</p>
        ))}
      </details>
    </div>
  );
}
