import { useState } from 'react';
import { autograde, type BankComment, mostFeedbackLetters } from '../../../contract/autograde.ts';
import type { CommentLanguage, CommentPlace } from '../../../contract/comments.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useApp } from '../app.ts';
import { useCollection } from '../collection.ts';
import { LoadState } from '../shell/Loaded.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { type CommentDraft, draftOf, otherLanguage } from './commentDraft.ts';
import { beginning } from './words.ts';

interface CommentFieldProps {
  draft: CommentDraft;
  onChange: (draft: CommentDraft) => void;
  /** The teacher's earlier comments, the most used first. */
  bank: readonly BankComment[];
  /** An attempt whose lesson has the places to read again. */
  resultId: number;
}

const inLanguage = (language: CommentLanguage) => (language === 'es' ? m.autograde_comment_in_es() : m.autograde_comment_in_en());

/** A comment: typed in one language or both, or one of the teacher's earlier comments, which can be changed; with a place to read again. */
export function CommentField({ draft, onChange, bank, resultId }: CommentFieldProps) {
  const { language } = usePreferences();
  const other = otherLanguage(language);
  const [chosen, choose] = useState<string | null>(null);
  const [isOtherOpen, setOtherOpen] = useState(false);
  const [isPlaceOpen, setPlaceOpen] = useState(draft.place !== null);
  const isOtherShown = isOtherOpen || draft[other] !== '';
  const type = (changed: Partial<CommentDraft>) => {
    choose(null);
    onChange({ ...draft, ...changed });
  };
  return (
    <>
      <TextArea
        label={m.autograde_comment()}
        description={`${inLanguage(language)} ${m.autograde_comment_help()}`}
        value={draft[language]}
        maxLength={mostFeedbackLetters}
        onChange={(text) => type({ [language]: text })}
        data-focus="comment"
      />
      {isOtherShown ? (
        <TextArea
          label={other === 'es' ? m.autograde_comment_es() : m.autograde_comment_en()}
          description={m.autograde_comment_other_help()}
          value={draft[other]}
          maxLength={mostFeedbackLetters}
          onChange={(text) => type({ [other]: text })}
        />
      ) : null}
      {bank.length > 0 ? (
        <NativeSelect
          label={m.autograde_comment_bank()}
          placeholder={m.autograde_comment_choose()}
          value={chosen}
          options={bank.map(({ feedback_text }, at) => ({ key: String(at), label: beginning(feedback_text) }))}
          onChange={(key) => {
            const one = bank[Number(key)];
            choose(key);
            if (one) onChange(draftOf(one, language, draft.place));
          }}
        />
      ) : null}
      {isPlaceOpen ? <PlaceField resultId={resultId} place={draft.place} onChange={(place) => onChange({ ...draft, place })} /> : null}
      <Row gap={2}>
        {isOtherShown ? null : (
          <Button size="small" onPress={() => setOtherOpen(true)}>
            {other === 'es' ? m.autograde_comment_add_es() : m.autograde_comment_add_en()}
          </Button>
        )}
        {isPlaceOpen ? null : (
          <Button size="small" onPress={() => setPlaceOpen(true)}>
            {m.autograde_place_add()}
          </Button>
        )}
      </Row>
    </>
  );
}

const nowhere = ' ';

interface PlaceFieldProps {
  resultId: number;
  place: CommentPlace | null;
  onChange: (place: CommentPlace | null) => void;
}

/** A resource of the lesson, and a heading if it is a reading that has some. */
function PlaceField({ resultId, place, onChange }: PlaceFieldProps) {
  const { send } = useApp();
  const collection = useCollection((signal) => send(autograde.feedbackPlaces, { result_id: resultId }, { signal }));
  const { data: places } = collection;
  if (!places) return <LoadState collection={collection} shape="row" count={1} />;
  const chosen = places.find(({ item_id }) => item_id === place?.item_id);
  const named = (name: string, label: string) => ({ key: name, label });
  return (
    <Stack gap={3}>
      <NativeSelect
        label={m.autograde_place()}
        placeholder={m.autograde_place_none()}
        value={chosen ? String(chosen.item_id) : nowhere}
        options={[named(nowhere, m.autograde_place_none()), ...places.map(({ item_id, title }) => named(String(item_id), title))]}
        onChange={(key) => {
          const to = places.find(({ item_id }) => String(item_id) === key);
          onChange(to ? { item_id: to.item_id, place_title: to.title, heading: null } : null);
        }}
      />
      {chosen && chosen.headings.length > 0 ? (
        <NativeSelect
          label={m.autograde_place_heading()}
          placeholder={m.autograde_place_beginning()}
          value={place?.heading ?? nowhere}
          options={[named(nowhere, m.autograde_place_beginning()), ...chosen.headings.map((heading) => named(heading, heading))]}
          onChange={(key) =>
            onChange({ item_id: chosen.item_id, place_title: chosen.title, heading: key === nowhere ? null : key })
          }
        />
      ) : null}
    </Stack>
  );
}

/** The bank with a comment that was just used, which comes first. */
export const withUsed = (bank: readonly BankComment[], used: BankComment): BankComment[] => [
  used,
  ...bank.filter(({ feedback_text, translation }) => feedback_text !== used.feedback_text || translation !== used.translation),
];
