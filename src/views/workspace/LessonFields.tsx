import type { ActorRefFrom } from 'xstate';
import { longestName } from '../../../common/lessonLimits.ts';
import { type Draft, draftProblems, longestText } from '../../machines/workspace/draft.ts';
import type { lessonBuilderMachine } from '../../machines/workspace/lessonBuilderMachine.ts';
import { m } from '../../paraglide/messages.js';
import { Grid, Stack, Text } from '../../ui/Layout.tsx';
import { NativeField } from '../../ui/NativeField.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useUser } from '../hooks.ts';
import { fieldText } from '../shell/fieldText.ts';
import { useFields } from '../useFields.ts';
import { isEditable } from './builderState.ts';
import { RichTextField } from './RichTextField.tsx';

/** The lesson's own fields: name, objective, instructions, due date, time, and whether its order counts. */
export function LessonFields({ builder, hasDueDate }: { builder: ActorRefFrom<typeof lessonBuilderMachine>; hasDueDate: boolean }) {
  const user = useUser();
  const { draft, problem, isReadOnly, isMarked, isTaken } = useFields(builder, (snapshot) => ({
    draft: snapshot.context.draft,
    problem: snapshot.hasTag('refused') ? snapshot.context.problem : null,
    isReadOnly: !isEditable(snapshot),
    isMarked: snapshot.hasTag('incomplete'),
    isTaken: snapshot.hasTag('taken'),
  }));
  const change = (next: Draft, field: string, isTyped: boolean) => builder.send({ type: 'draft.changed', draft: next, field, isTyped });
  const set = (part: Partial<Draft>, field: string) => change({ ...draft, ...part }, field, true);
  const wrong = draftProblems(draft);
  const nameError =
    wrong.name === 'tooLong'
      ? m.builder_too_long({ count: longestName })
      : isMarked && wrong.name
        ? m.builder_name_missing()
        : isTaken
          ? m.builder_name_taken()
          : fieldText(problem, 'lesson_name');
  const instructionsError = fieldText(problem, 'instructions');
  const sum = draft.resources.reduce((total, one) => total + (one.time ?? 0), 0);
  return (
    <Stack gap={4}>
      <TextField
        label={m.builder_name()}
        value={draft.name}
        onChange={(name) => set({ name }, 'name')}
        error={nameError}
        isReadOnly={isReadOnly}
        autoComplete="off"
        data-focus="builder-name"
      />
      <TextArea
        label={m.builder_objective()}
        description={m.builder_objective_help()}
        rows={2}
        value={draft.objective}
        onChange={(objective) => set({ objective }, 'objective')}
        error={wrong.objective ? m.builder_too_long({ count: longestText }) : fieldText(problem, 'lesson_objective')}
        isReadOnly={isReadOnly}
      />
      <Stack gap={1}>
        <Text isBold size={2} as="h2">
          {m.builder_instructions()}
        </Text>
        <RichTextField
          label={m.builder_instructions()}
          value={draft.instructions}
          isReadOnly={isReadOnly}
          onChange={(instructions, step) => set({ instructions }, `instructions ${step}`)}
          onUndo={() => builder.send({ type: 'change.undone' })}
          onRedo={() => builder.send({ type: 'change.redone' })}
        />
        {instructionsError ? (
          <Text tone="danger" size={2}>
            {instructionsError}
          </Text>
        ) : null}
      </Stack>
      <Grid min="s">
        {hasDueDate ? (
          <NativeField
            label={m.builder_due()}
            type="date"
            max="9999-12-31"
            value={draft.dueDate}
            readOnly={isReadOnly}
            description={m.builder_due_help({ zone: user.time_zone })}
            error={fieldText(problem, 'due_date')}
            onChange={(event) => set({ dueDate: event.currentTarget.value }, 'dueDate')}
          />
        ) : null}
        <NumberField
          label={m.builder_time()}
          description={m.builder_time_help({ count: sum })}
          minValue={0}
          value={draft.totalTime}
          onChange={(minutes) => set({ totalTime: Math.round(minutes) || 0 }, 'totalTime')}
          error={wrong.time ? m.builder_too_much() : fieldText(problem, 'total_time')}
          isReadOnly={isReadOnly}
        />
      </Grid>
      <Switch
        label={m.builder_order()}
        isSelected={draft.enforceOrder}
        onChange={(enforceOrder) => change({ ...draft, enforceOrder }, 'enforceOrder', false)}
      />
    </Stack>
  );
}
