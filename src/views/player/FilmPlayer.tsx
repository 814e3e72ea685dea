import { useEffect, useMemo, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { tracksOf } from './captions.ts';
import s from './LessonPlayer.module.css';
import type { BodyProps } from './ResourceView.tsx';
import { SpeedSelect } from './SpeedSelect.tsx';

/** Duration of a caption that no other follows, in seconds. */
const lastCaption = 5;

/** Plays a video file from the second where the student left off. */
export default function FilmPlayer({ body, language, position, onProgress }: BodyProps<'film'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const [speed, setSpeed] = useState(1);
  const { language: wanted } = usePreferences();
  const tracks = useMemo(() => tracksOf(body, language), [body, language]);
  const shown = tracks.find((one) => one.language === wanted) ?? tracks[0];
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const added = tracks.map(({ language: of, captions }) => {
      const name = new Intl.DisplayNames([of], { type: 'language' }).of(of) ?? of;
      const track = element.addTextTrack('captions', name, of);
      for (const [at, { at: from, text }] of captions.entries())
        track.addCue(new VTTCue(from, captions[at + 1]?.at ?? from + lastCaption, text));
      return track;
    });
    for (const [at, track] of added.entries()) track.mode = tracks[at] === shown ? 'showing' : 'disabled';
    return () => {
      for (const track of added) track.mode = 'disabled';
    };
  }, [tracks, shown]);
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);
  // Set only after mounting: React misses events of a detached element, and a film saved on the device can load that fast.
  useEffect(() => {
    if (video.current) video.current.src = body.url;
  }, [body.url]);
  return (
    <div className={s.stage}>
      {hasFailed ? <Notice tone="error">{m.player_no_film()}</Notice> : null}
      {/* biome-ignore lint/a11y/useMediaCaption: captions are cues from the content, added above */}
      <video
        ref={video}
        className={s.film}
        controls
        preload="metadata"
        onError={() => setFailed(true)}
        onCanPlay={() => setFailed(false)}
        onLoadedMetadata={({ currentTarget }) => {
          if (position < currentTarget.duration) currentTarget.currentTime = position;
          // A loaded film resets to normal speed.
          currentTarget.playbackRate = speed;
        }}
        onRateChange={({ currentTarget }) => setSpeed(currentTarget.playbackRate)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
          const whole = Number.isFinite(duration) ? duration : body.duration;
          onProgress((100 * currentTime) / whole, Math.floor(currentTime));
        }}
      />
      <SpeedSelect speed={speed} onChange={setSpeed} />
      {shown ? (
        <details lang={shown.language}>
          <summary lang={wanted}>{m.player_transcript()}</summary>
          {shown.captions.map(({ at, text }) => (
            <p key={at}>{text}</p>
          ))}
        </details>
      ) : null}
      {body.text_alternative_html ? (
        <details>
          <summary lang={wanted}>{m.player_film_in_words()}</summary>
          <Html html={body.text_alternative_html} />
        </details>
      ) : null}
    </div>
  );
}
