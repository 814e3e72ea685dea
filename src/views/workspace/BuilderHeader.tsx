import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconSend } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/Page.tsx';

interface BuilderHeaderProps extends Pick<ComponentProps<typeof PageHeader>, 'title' | 'breadcrumbs' | 'badge'> {
  builder: ActorRefFrom<typeof lessonBuilderMachine>;
}

/** The header of the form: undo and redo, assign, save. */
export function BuilderHeader({ builder, ...header }: BuilderHeaderProps) {
  const state = useSelector(builder, (snapshot) => snapshot);
  const { past, future } = state.context;
  const isSaving = state.hasTag('saving') || state.hasTag('counting');
  const canChange = state.hasTag('editable');
  const wait = canChange ? null : m.ui_wait();
  return (
    <PageHeader
      {...header}
      more={
        <>
          <IconButton
            icon={IconArrowBackUp}
            label={m.builder_undo()}
            reason={past.length === 0 ? m.builder_nothing_to_undo() : wait}
            onPress={() => builder.send({ type: 'change.undone' })}
          />
          <IconButton
            icon={IconArrowForwardUp}
            label={m.builder_redo()}
            reason={future.length === 0 ? m.builder_nothing_to_redo() : wait}
            onPress={() => builder.send({ type: 'change.redone' })}
          />
          <Button
            icon={IconSend}
            isPending={state.hasTag('toCheck') && state.hasTag('busy')}
            reason={state.can({ type: 'assign.asked' }) || !canChange ? null : m.builder_save_first()}
            onPress={() => builder.send({ type: 'assign.asked' })}
          >
            {m.builder_assign()}
          </Button>
        </>
      }
      action={
        <Button
          variant="primary"
          isPending={isSaving}
          reason={state.can({ type: 'save.submitted' }) || isSaving ? null : m.builder_saved_already()}
          onPress={() => builder.send({ type: 'save.submitted' })}
        >
          {m.builder_save()}
        </Button>
      }
    />
  );
}
