import { useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { useFullScreen } from '../../ui/fullScreen.ts';
import { IconMaximize, IconMinimize, IconPlayerPause, IconPlayerPlay } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { captionsIn } from './captions.ts';
import s from './LessonPlayer.module.css';
import { animationByName } from './models.ts';
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
  const [time, setTime] = useState(position < body.duration ? position : 0);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const stage = useRef<HTMLDivElement>(null);
  const { isFull, toggle } = useFullScreen(stage);
  const isOver = time >= body.duration;

  useEffect(() => {
    if (!isPlaying || isOver) return;
    let last: number | undefined;
    let frame = requestAnimationFrame(function step(at) {
      const passed = last === undefined ? 0 : (at - last) / 1000;
      last = at;
      setTime((before) => Math.min(before + passed * speed, body.duration));
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, isOver, speed, body.duration]);
  const second = Math.floor(time);
  useEffect(() => {
    onProgress((100 * second) / body.duration, second);
  }, [second, body.duration, onProgress]);

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
          icon={isPlaying && !isOver ? IconPlayerPause : IconPlayerPlay}
          onPress={() => {
            if (isOver) setTime(0);
            setPlaying(isOver || !isPlaying);
          }}
        >
          {isPlaying && !isOver ? m.player_pause() : m.player_play()}
        </Button>
        <input
          className={s.seek}
          type="range"
          min={0}
          max={body.duration}
          step={1}
          value={second}
          aria-label={m.player_seek()}
          aria-valuetext={m.player_time_of({ at: clockText(time), of: clockText(body.duration) })}
          onChange={(event) => setTime(Number(event.currentTarget.value))}
        />
        <span>{m.player_time_of({ at: clockText(time), of: clockText(body.duration) })}</span>
        <SpeedSelect speed={speed} onChange={setSpeed} />
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
