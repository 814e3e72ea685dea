import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/Button.tsx';
import s from './statecharts.module.css';

const texts = [m.developer_guide_chart, m.developer_guide_actors, m.developer_guide_log, m.developer_guide_events];

interface GuideProps {
  /** Index of the step. */
  step: number;
  onContinue: () => void;
  onDismiss: () => void;
}

/** One step of the guided look, above the drawing. */
export default function Guide({ step, onContinue, onDismiss }: GuideProps) {
  const isLast = step === texts.length - 1;
  return (
    <section className={s.guide} aria-label={m.developer_guide()}>
      <p aria-live="polite">{texts[step]?.()}</p>
      <div className={s.guideRow}>
        <span className={s.soft}>{m.developer_guide_step({ step: step + 1 })}</span>
        <span className={s.space} />
        <Button size="small" variant="quiet" onPress={onDismiss}>
          {m.developer_guide_dismiss()}
        </Button>
        <Button size="small" variant="primary" onPress={onContinue}>
          {isLast ? m.developer_guide_done() : m.developer_guide_next()}
        </Button>
      </div>
    </section>
  );
}
