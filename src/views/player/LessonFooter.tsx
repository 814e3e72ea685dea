import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconArrowLeft, IconArrowRight, IconCheck } from '../../ui/icons.ts';
import { useFields } from '../useFields.ts';
import s from './LessonPlayer.module.css';
import { finishResource, modeOf, openResource, type Player } from './playerActor.ts';

/** Back, and what comes next: finish the resource, go to the next one, or finish the lesson. */
export function LessonFooter({ player, isClosed }: { player: Player; isClosed: boolean }) {
  const { index, next, canGoOn, isAllDone, isFinished, finishesItself } = useFields(player, (state) => {
    const { lesson, progress, index } = state.context;
    // After the last one, continue with unfinished resources.
    const next = index < progress.length - 1 ? index + 1 : progress.findIndex(({ percentage }, at) => at !== index && percentage < 100);
    return {
      index,
      next,
      canGoOn: next === -1 || state.can({ type: 'resource.opened', index: next }),
      isAllDone: state.can({ type: 'summary.opened' }),
      isFinished: (progress[index]?.percentage ?? 0) >= 100,
      finishesItself: lesson?.lesson_resources[index]?.is_handed_in === true && !modeOf(state).isPreview,
    };
  });
  return (
    <div className={s.footer}>
      <Button icon={IconArrowLeft} reason={index === 0 ? m.player_is_first() : null} onPress={() => openResource(player, index - 1)}>
        {m.player_back()}
      </Button>
      <div className={s.steps}>
        {finishesItself || isFinished || isClosed ? null : (
          <Button variant="primary" icon={IconCheck} onPress={() => finishResource(player, false)}>
            {m.player_mark_done()}
          </Button>
        )}
        {isAllDone ? (
          <Button variant="primary" icon={IconCheck} onPress={() => player.send({ type: 'summary.opened' })}>
            {m.player_finish()}
          </Button>
        ) : next === -1 ? null : (
          <Button
            variant={isFinished ? 'primary' : 'secondary'}
            iconEnd={IconArrowRight}
            reason={canGoOn ? undefined : m.player_finish_first()}
            onPress={() => openResource(player, next)}
          >
            {m.player_next()}
          </Button>
        )}
      </div>
    </div>
  );
}
