import { fromCallback } from 'xstate';
import type { MediaInput, MediaNews, MediaOrder } from '../../machines/player/playbackMachine.ts';

/** The frames of an animation, which the view draws at the reported time. */
export const frames = fromCallback<MediaOrder, MediaInput, MediaNews>(({ input: { duration, time: start }, receive, sendBack }) => {
  let time = start;
  let speed = 1;
  let frame: number | undefined;
  const stop = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
  };
  const play = () => {
    stop();
    let last: number | undefined;
    frame = requestAnimationFrame(function step(at) {
      frame = requestAnimationFrame(step);
      const passed = last === undefined ? 0 : (at - last) / 1000;
      last = at;
      if (passed <= 0) return;
      time = Math.min(time + passed * speed, duration);
      sendBack({ type: 'media.advanced', time });
      if (time < duration) return;
      stop();
      sendBack({ type: 'media.ended' });
    });
  };
  receive((order) => {
    switch (order.type) {
      case 'play.asked':
        time = order.from;
        return play();
      case 'pause.asked':
        return stop();
      case 'position.asked':
        ({ time } = order);
        if (time >= duration) stop();
        return;
      case 'speed.asked':
        ({ speed } = order);
    }
  });
  return stop;
});

/** A film in a `video` element with the browser's own controls. `element` is asked once the view is mounted. */
export const film = (element: () => HTMLVideoElement | null, url: string) =>
  fromCallback<MediaOrder, MediaInput, MediaNews>(({ input: { time }, receive, sendBack }) => {
    const video = element();
    if (!video) return;
    const known = () => (Number.isFinite(video.duration) ? video.duration : null);
    const listeners: Record<string, () => void> = {
      loadedmetadata: () => {
        if (time < video.duration) video.currentTime = time;
        sendBack({ type: 'media.loaded', duration: known() });
      },
      canplay: () => sendBack({ type: 'media.loaded', duration: known() }),
      play: () => sendBack({ type: 'media.started' }),
      playing: () => sendBack({ type: 'media.started' }),
      pause: () => sendBack({ type: 'media.paused' }),
      waiting: () => sendBack({ type: 'media.waited' }),
      timeupdate: () => sendBack({ type: 'media.advanced', time: video.currentTime }),
      ratechange: () => sendBack({ type: 'media.rated', speed: video.playbackRate }),
      ended: () => sendBack({ type: 'media.ended' }),
      error: () => sendBack({ type: 'media.failed' }),
    };
    for (const [type, listener] of Object.entries(listeners)) video.addEventListener(type, listener);
    receive((order) => {
      if (order.type !== 'speed.asked') return;
      // A film that is loaded again starts at its default speed.
      video.defaultPlaybackRate = order.speed;
      video.playbackRate = order.speed;
    });
    video.src = url;
    return () => {
      for (const [type, listener] of Object.entries(listeners)) video.removeEventListener(type, listener);
    };
  });
