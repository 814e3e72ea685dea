import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { ToastArea } from '../../ui/ToastArea.tsx';
import { ToastBody } from '../../ui/ToastBody.tsx';
import { useNotices } from '../hooks.ts';

/** Draws the notices of the `notices` chart; how long each stays is the chart's to say. */
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

  // Reading stops the clock: the pointer or the focus on a notice holds them all.
  const area = useRef<HTMLDivElement>(null);
  const isEmpty = shown.length === 0;
  useEffect(() => {
    const element = area.current;
    const tell = (type: 'notices.held' | 'notices.resumed') => () => {
      if (notices.getSnapshot().can({ type })) notices.send({ type });
    };
    const [hold, resume] = [tell('notices.held'), tell('notices.resumed')];
    // The last notice goes from under the pointer without a word of the browser.
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
