import { useState } from 'react';
import {
  type Draft,
  type DraftResource,
  draftProblems,
  longestText,
  withoutResource,
  withResourceChanged,
  withResourceMoved,
} from '../../machines/workspace/draft.ts';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '../../ui/icons.ts';
import { Row, Text } from '../../ui/Layout.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { kindIcon, kindName } from '../player/kinds.ts';
import s from './workspace.module.css';

interface ResourceEditorProps {
  draft: Draft;
  onChange: (draft: Draft, field: string, isTyped: boolean) => void;
}

/** The resources in lesson order. Reorder by dragging the handle or with the arrows. */
export function ResourceEditor({ draft, onChange }: ResourceEditorProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const { resources } = draft;
  if (resources.length === 0)
    return (
      <EmptyState art="flask" title={m.builder_resources_empty()}>
        {m.builder_resources_empty_text()}
      </EmptyState>
    );
  const move = (resource: DraftResource, to: number) => {
    const next = withResourceMoved(draft, resource.key, to);
    if (next === draft) return;
    onChange(next, 'resources', false);
    announce(m.builder_moved({ name: resource.title, number: to + 1, count: resources.length }));
  };
  const drop = () => {
    const resource = resources.find(({ key }) => key === dragged);
    if (resource && target !== null) move(resource, target);
    setDragged(null);
    setTarget(null);
  };
  const problems = draftProblems(draft);
  return (
    <ol className={s.resources}>
      {resources.map((resource, index) => (
        <li
          key={resource.key}
          className={s.resource}
          data-target={(dragged !== null && dragged !== resource.key && target === index) || undefined}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setTarget(index);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop();
          }}
        >
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons beside it work by keyboard */}
          <span
            className={s.handle}
            title={m.builder_resource_drag()}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', resource.title);
              setDragged(resource.key);
            }}
            onDragEnd={() => {
              setDragged(null);
              setTarget(null);
            }}
          >
            <IconGripVertical size={20} stroke={1.75} aria-hidden="true" />
          </span>
          <KindPicture typeId={resource.typeId} />
          <div>
            <Text isBold>{resource.title}</Text>
            <Text tone="soft" size={2}>
              {kindName(resource.typeId)}
            </Text>
          </div>
          <Row gap={0} noWrap>
            <IconButton
              icon={IconArrowUp}
              label={m.builder_resource_up({ name: resource.title })}
              reason={index === 0 ? m.builder_resource_first() : null}
              onPress={() => move(resource, index - 1)}
            />
            <IconButton
              icon={IconArrowDown}
              label={m.builder_resource_down({ name: resource.title })}
              reason={index === resources.length - 1 ? m.builder_resource_last() : null}
              onPress={() => move(resource, index + 1)}
            />
            <IconButton
              icon={IconTrash}
              label={m.builder_resource_remove({ name: resource.title })}
              onPress={() => {
                onChange(withoutResource(draft, resource.key), 'resources', false);
                announce(m.builder_removed({ name: resource.title }));
              }}
            />
          </Row>
          <div className={s.details}>
            <NumberField
              label={m.builder_resource_time()}
              minValue={0}
              value={resource.time ?? 0}
              onChange={(minutes) =>
                onChange(
                  withResourceChanged(draft, resource.key, { time: minutes > 0 ? Math.round(minutes) : null }),
                  `time ${resource.key}`,
                  true,
                )
              }
            />
            <TextField
              label={m.builder_resource_remarks()}
              value={resource.remarks}
              onChange={(remarks) => onChange(withResourceChanged(draft, resource.key, { remarks }), `remarks ${resource.key}`, true)}
              error={problems.remarks && resource.remarks.length > longestText ? m.builder_too_long({ count: longestText }) : null}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The icon of a kind of resource. */
export function KindPicture({ typeId }: { typeId: number }) {
  const Picture = kindIcon(typeId);
  return <Picture size={22} stroke={1.75} aria-hidden="true" />;
}
