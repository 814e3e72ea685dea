import { lazy, Suspense, useState } from 'react';
import { type BankComment, mostFeedbackLetters } from '../../../contract/autograde.ts';
import type { CommentLanguage } from '../../../contract/comments.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { usePreferences } from '../shell/preferences.ts';
import { type CommentDraft, draftOf, otherLanguage } from './commentDraft.ts';
import { beginning } from './words.ts';

const PlaceField = lazy(() => import('./PlaceField.tsx'));

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
      {isPlaceOpen ? (
        <Suspense fallback={<Skeleton shape="row" count={1} />}>
          <PlaceField resultId={resultId} place={draft.place} onChange={(place) => onChange({ ...draft, place })} />
        </Suspense>
      ) : null}
      {isOtherShown && isPlaceOpen ? null : (
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
      )}
    </>
  );
}

/** The bank with a comment that was just used, which comes first. */
export const withUsed = (bank: readonly BankComment[], used: BankComment): BankComment[] => [
  used,
  ...bank.filter(({ feedback_text, translation }) => feedback_text !== used.feedback_text || translation !== used.translation),
];
