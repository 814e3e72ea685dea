import { useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Notice } from '../../ui/Notice.tsx';
import s from './LessonPlayer.module.css';
import type { BodyProps } from './ResourceView.tsx';

/** How long a caption stays when no other follows, in seconds. */
const lastCaption = 5;

/** Plays a video file; it opens at the second where the student left off. */
export default function FilmPlayer({ body, language, position, onProgress }: BodyProps<'film'>) {
  const video = useRef<HTMLVideoElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const isCaptioned = body.captions.length > 0;
  useEffect(() => {
    const element = video.current;
    if (!element || body.captions.length === 0) return;
    const track = element.addTextTrack('captions', m.player_captions(), language);
    for (const [at, { at: from, text }] of body.captions.entries())
      track.addCue(new VTTCue(from, body.captions[at + 1]?.at ?? from + lastCaption, text));
    track.mode = 'showing';
    return () => {
      track.mode = 'disabled';
    };
  }, [body.captions, language]);
  return (
    <div className={s.stage}>
      {hasFailed ? <Notice tone="error">{m.player_no_film()}</Notice> : null}
      {/* biome-ignore lint/a11y/useMediaCaption: captions are cues of the content, added above */}
      <video
        ref={video}
        className={s.film}
        controls
        preload="metadata"
        onError={() => setFailed(true)}
        onCanPlay={() => setFailed(false)}
        src={body.url}
        onLoadedMetadata={({ currentTarget }) => {
          if (position < currentTarget.duration) currentTarget.currentTime = position;
        }}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
          const whole = Number.isFinite(duration) ? duration : body.duration;
          onProgress((100 * currentTime) / whole, Math.floor(currentTime));
        }}
      />
      {isCaptioned ? (
        <details>
          <summary>{m.player_transcript()}</summary>
          {body.captions.map(({ at, text }) => (
            <p key={at}>{text}</p>
          ))}
        </details>
      ) : null}
    </div>
  );
}
