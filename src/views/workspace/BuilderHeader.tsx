import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowBackUp, IconArrowForwardUp, IconSend } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/Page.tsx';
import { useFields } from '../useFields.ts';
import { useWhyNot } from '../useWhyNot.ts';
import { useIsSaving } from './builderState.ts';

interface BuilderHeaderProps extends Pick<ComponentProps<typeof PageHeader>, 'title' | 'breadcrumbs' | 'badge'> {
  builder: ActorRefFrom<typeof lessonBuilderMachine>;
  isAssignable: boolean;
}

/** The header of the form: undo and redo, assign, save. */
export function BuilderHeader({ builder, isAssignable, ...header }: BuilderHeaderProps) {
  const isSaving = useIsSaving(builder);
  const { isToAssign, assignCheck } = useFields(builder, (snapshot) => ({
    isToAssign: snapshot.hasTag('toAssign'),
    assignCheck: snapshot.children.assignCheck,
  }));
  const isBusy = useSelector(assignCheck, (snapshot) => snapshot?.hasTag('busy') ?? false);
  const isChecking = isBusy || (isToAssign && isSaving);
  const notHere = m.ui_wait();
  const noUndo = useWhyNot<typeof lessonBuilderMachine>(
    builder,
    { type: 'change.undone' },
    { canUndo: m.builder_nothing_to_undo(), notHere },
  );
  const noRedo = useWhyNot<typeof lessonBuilderMachine>(
    builder,
    { type: 'change.redone' },
    { canRedo: m.builder_nothing_to_redo(), notHere },
  );
  const noAssign = useWhyNot<typeof lessonBuilderMachine>(
    builder,
    { type: 'assign.asked' },
    { isEditing: m.builder_save_first(), notHere: isChecking ? null : notHere },
  );
  const noSave = useWhyNot<typeof lessonBuilderMachine>(
    builder,
    { type: 'save.submitted' },
    { notHere: isSaving ? null : m.builder_saved_already() },
  );
  return (
    <PageHeader
      {...header}
      more={
        <>
          <IconButton
            icon={IconArrowBackUp}
            label={m.builder_undo()}
            reason={noUndo}
            onPress={() => builder.send({ type: 'change.undone' })}
          />
          <IconButton
            icon={IconArrowForwardUp}
            label={m.builder_redo()}
            reason={noRedo}
            onPress={() => builder.send({ type: 'change.redone' })}
          />
          {isAssignable ? (
            <Button icon={IconSend} isPending={isChecking} reason={noAssign} onPress={() => builder.send({ type: 'assign.asked' })}>
              {m.builder_assign()}
            </Button>
          ) : null}
        </>
      }
      action={
        <Button variant="primary" isPending={isSaving} reason={noSave} onPress={() => builder.send({ type: 'save.submitted' })}>
          {m.builder_save()}
        </Button>
      }
    />
  );
}
