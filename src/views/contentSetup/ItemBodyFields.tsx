import { lazy, Suspense } from 'react';
import type { ItemProblem } from '../../../common/authoring/itemProblems.ts';
import { type AuthoredBody, type ItemSource, itemLimits } from '../../../contract/authoredItem.ts';
import { ResourceType } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconArrowDown, IconArrowUp, IconEdit, IconPlus, IconTrash } from '../../ui/icons.ts';
import { Row, Stack, Text } from '../../ui/Layout.tsx';
import { LinkButton } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Section } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from '../authoring/authoring.module.css';
import { QuestionTextField } from '../authoring/QuestionTextField.tsx';
import { editQuestionAnswer } from '../itemBank/editQuestionAnswer.screen.ts';
import { addressOf } from '../screen.ts';
import { itemProblemAt, textLabels } from './itemWords.ts';

const AnimationChoice = lazy(() => import('./AnimationChoice.tsx'));
const CaptionFields = lazy(() => import('./CaptionFields.tsx'));
const DataFields = lazy(() => import('./DataFields.tsx'));
const ModelFields = lazy(() => import('./ModelFields.tsx'));

export interface BodyFieldsProps<Kind extends AuthoredBody['kind'] = AuthoredBody['kind']> {
  body: Extract<AuthoredBody, { kind: Kind }>;
  problems: readonly ItemProblem[];
  onChange: (body: AuthoredBody, field: string, isTyped: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** The fields of an item's body, by kind, and the way to its questions. */
export function ItemBodyFields({ source, ...props }: BodyFieldsProps & { source: ItemSource; level: string | null }) {
  return (
    <>
      <Section title={m.itemEditor_content()}>
        <Suspense fallback={<Skeleton shape="text" count={6} />}>
          <Fields {...props} isLeveled={source.item_type_id === ResourceType.leveledReader} />
        </Suspense>
      </Section>
      {source.question_count === null ? null : (
        <Section title={m.itemEditor_questions()}>
          <Stack gap={3}>
            <Text>{m.itemEditor_questions_text({ count: source.question_count })}</Text>
            <div>
              <LinkButton icon={IconEdit} href={addressOf(editQuestionAnswer, source.item_id)}>
                {m.itemEditor_questions_edit()}
              </LinkButton>
            </div>
          </Stack>
        </Section>
      )}
    </>
  );
}

interface LevelProps {
  isLeveled: boolean;
  /** How hard the text is to read; null: unknown. */
  level: string | null;
}

function Fields({ body, isLeveled, level, problems, onChange, ...history }: BodyFieldsProps & LevelProps) {
  const at = (field: ItemProblem['field']) => itemProblemAt(problems, body.kind, field);
  const text = (value: string, change: (html: string) => AuthoredBody, field: 'text' | 'alternative' = 'text') => (
    <QuestionTextField
      label={field === 'alternative' ? m.itemEditor_alternative() : textLabels[body.kind]()}
      value={value}
      error={at(field)}
      onChange={(html, step) => onChange(change(html), `${field} ${step}`, true)}
      {...history}
    />
  );
  switch (body.kind) {
    case 'html':
      return text(body.html, (html) => ({ ...body, html }));
    case 'pages':
      return <PagesFields body={body} isLeveled={isLeveled} level={level} problems={problems} onChange={onChange} {...history} />;
    case 'link':
      return (
        <Stack gap={4} align="stretch">
          <TextField
            label={m.itemEditor_url()}
            description={m.itemEditor_url_help()}
            type="url"
            value={body.url}
            maxLength={2000}
            autoComplete="off"
            error={at('url')}
            onChange={(url) => onChange({ ...body, url }, 'url', true)}
          />
          {text(body.why, (why) => ({ ...body, why }))}
        </Stack>
      );
    case 'file':
      return (
        <Stack gap={4} align="stretch">
          <Notice tone="info">{m.itemEditor_file()}</Notice>
          {text(body.why, (why) => ({ ...body, why }))}
        </Stack>
      );
    case 'film':
      return (
        <Stack gap={4} align="stretch">
          <Notice tone="info">{m.itemEditor_film()}</Notice>
          <CaptionFields
            value={body.captions}
            kind={body.kind}
            problems={problems}
            onChange={(captions, field) => onChange({ ...body, captions }, field, true)}
          />
          {text(body.text_alternative, (text_alternative) => ({ ...body, text_alternative }), 'alternative')}
        </Stack>
      );
    case 'video':
      return (
        <Stack gap={4} align="stretch">
          <AnimationChoice value={body.animation} onChange={(animation) => onChange({ ...body, animation }, 'animation', false)} />
          <CaptionFields
            value={body.captions}
            kind={body.kind}
            problems={problems}
            onChange={(captions, field) => onChange({ ...body, captions }, field, true)}
          />
        </Stack>
      );
    case 'interactive':
      return (
        <Stack gap={4} align="stretch">
          <ModelFields body={body} problems={problems} onChange={onChange} {...history} />
          {text(body.instructions, (instructions) => ({ ...body, instructions }))}
          <Text tone="soft" size={2}>
            {m.itemEditor_alternative_help()}
          </Text>
          {text(body.text_alternative, (text_alternative) => ({ ...body, text_alternative }), 'alternative')}
        </Stack>
      );
    case 'data':
      return (
        <Stack gap={4} align="stretch">
          {text(body.task, (task) => ({ ...body, task }))}
          <DataFields body={body} problems={problems} onChange={onChange} {...history} />
          {at('questions') ? <Text tone="danger">{at('questions')}</Text> : null}
        </Stack>
      );
  }
}

/** The pages of a reader or of slides, and a reader's level. */
function PagesFields({ body, isLeveled, level, problems, onChange, ...history }: BodyFieldsProps<'pages'> & LevelProps) {
  const { pages } = body;
  const set = (next: string[], field: string, isTyped: boolean) => onChange({ ...body, pages: next }, field, isTyped);
  const move = (index: number, by: 1 | -1) => {
    const next = [...pages];
    [next[index], next[index + by]] = [pages[index + by] ?? '', pages[index] ?? ''];
    set(next, 'pages', false);
    announce(m.itemEditor_page_moved({ number: index + 1 + by }));
  };
  return (
    <Stack gap={5} align="stretch">
      {isLeveled ? (
        <div className={s.facts}>
          <NumberField
            label={m.itemEditor_lexile()}
            description={level ? `${m.itemEditor_lexile_help()} ${level}` : m.itemEditor_lexile_help()}
            value={body.lexile ?? 0}
            maxValue={itemLimits.mostLexile}
            error={itemProblemAt(problems, body.kind, 'lexile')}
            onChange={(level) => onChange({ ...body, lexile: level === 0 ? null : level }, 'lexile', true)}
          />
          <TextField
            label={m.itemEditor_remark()}
            description={m.itemEditor_remark_help()}
            value={body.spanish_remark}
            maxLength={100}
            autoComplete="off"
            onChange={(spanish_remark) => onChange({ ...body, spanish_remark }, 'spanish_remark', true)}
          />
        </div>
      ) : null}
      {pages.map((page, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place; its editor takes over another text.
          key={index}
        >
          <QuestionTextField
            label={m.itemEditor_page({ number: index + 1 })}
            value={page}
            error={itemProblemAt(problems, body.kind, 'pages', index + 1)}
            onChange={(html, step) => set(pages.with(index, html), `page ${index} ${step}`, true)}
            {...history}
          />
          <Row gap={1}>
            <IconButton
              size="small"
              icon={IconArrowUp}
              label={m.itemEditor_page_up({ number: index + 1 })}
              reason={index === 0 ? m.records_is_first() : null}
              onPress={() => move(index, -1)}
            />
            <IconButton
              size="small"
              icon={IconArrowDown}
              label={m.itemEditor_page_down({ number: index + 1 })}
              reason={index === pages.length - 1 ? m.records_is_last() : null}
              onPress={() => move(index, 1)}
            />
            <IconButton
              size="small"
              icon={IconTrash}
              label={m.itemEditor_page_remove({ number: index + 1 })}
              reason={pages.length === 1 ? m.itemEditor_page_only() : null}
              onPress={() => {
                set(pages.toSpliced(index, 1), 'pages', false);
                announce(m.itemEditor_page_removed({ number: index + 1 }));
              }}
            />
          </Row>
        </div>
      ))}
      <div>
        <Button
          icon={IconPlus}
          reason={pages.length < itemLimits.pages ? null : m.authoring_full({ most: itemLimits.pages })}
          onPress={() => {
            set([...pages, ''], 'pages', false);
            announce(m.itemEditor_page_added({ number: pages.length + 1 }));
          }}
        >
          {m.itemEditor_page_add()}
        </Button>
      </div>
    </Stack>
  );
}
