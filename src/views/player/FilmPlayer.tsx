import { useEffect, useMemo, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { film } from '../../services/player/playback.ts';
import { Html } from '../../ui/Html.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { useFields } from '../useFields.ts';
import { tracksOf } from './captions.ts';
import s from './LessonPlayer.module.css';
import { usePlayback } from './playback.ts';
import type { BodyProps } from './ResourceView.tsx';
import { SpeedSelect } from './SpeedSelect.tsx';

/** Duration of a caption that no other follows, in seconds. */
const lastCaption = 5;

/** Plays a video file from the second where the student left off. */
export default function FilmPlayer({ body, language, position, onProgress }: BodyProps<'film'>) {
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(
    film(() => video.current, body.url),
    { kind: 'film', duration: body.duration, position },
    onProgress,
  );
  const { speed, isBuffering, hasFailed } = useFields(playback, (snapshot) => ({
    speed: snapshot.context.speed,
    isBuffering: snapshot.hasTag('buffering'),
    hasFailed: snapshot.hasTag('failed'),
  }));
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
  return (
    <div className={s.stage} aria-busy={isBuffering}>
      {hasFailed ? <Notice tone="error">{m.player_no_film()}</Notice> : null}
      {/* biome-ignore lint/a11y/useMediaCaption: captions are cues from the content, added above */}
      <video ref={video} className={s.film} controls preload="metadata" />
      <SpeedSelect speed={speed} onChange={(chosen) => playback.send({ type: 'speed.chosen', speed: chosen })} />
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
