import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { ToastArea } from '../../ui/ToastArea.tsx';
import { ToastBody } from '../../ui/ToastBody.tsx';
import { useNotices } from '../hooks.ts';
import { offer } from '../offer.ts';

/** Shows the notices of the `notices` chart, which decides how long each stays. */
export default function Toasts() {
  const notices = useNotices();
  const shown = useSelector(notices, (snapshot) => snapshot.context.notices);

  useEffect(() => {
    for (const { id, kind, text } of shown) {
      const onDismiss = () => notices.send({ type: 'notice.dismissed', id });
      toast.custom(<ToastBody kind={kind} text={text} onDismiss={onDismiss} />, { id, duration: Number.POSITIVE_INFINITY });
    }
    return () => {
      const { notices: left } = notices.getSnapshot().context;
      for (const { id } of shown) if (!left.some((notice) => notice.id === id)) toast.remove(id);
    };
  }, [notices, shown]);
  // The library keeps its toasts outside React.
  useEffect(() => () => toast.remove(), []);

  // Hovering or focusing a notice pauses the timers of all of them.
  const area = useRef<HTMLDivElement>(null);
  const isEmpty = shown.length === 0;
  useEffect(() => {
    const element = area.current;
    const tell = (type: 'notices.held' | 'notices.resumed') => () => offer(notices, { type });
    const [hold, resume] = [tell('notices.held'), tell('notices.resumed')];
    // When the last notice disappears under the pointer, the browser fires no event.
    if (isEmpty) resume();
    for (const start of ['pointerover', 'focusin']) element?.addEventListener(start, hold);
    for (const end of ['pointerout', 'focusout']) element?.addEventListener(end, resume);
    return () => {
      for (const start of ['pointerover', 'focusin']) element?.removeEventListener(start, hold);
      for (const end of ['pointerout', 'focusout']) element?.removeEventListener(end, resume);
    };
  }, [notices, isEmpty]);
  return (
    <div ref={area}>
      <ToastArea />
    </div>
  );
}
