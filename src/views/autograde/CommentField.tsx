import { useState } from 'react';
import { mostFeedbackLetters } from '../../../contract/autograde.ts';
import { m } from '../../paraglide/messages.js';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { beginning } from './words.ts';

interface CommentFieldProps {
  value: string;
  onChange: (text: string) => void;
  /** The teacher's earlier comments, the most used first. */
  bank: readonly string[];
}

/** A comment: typed, or one of the teacher's earlier comments, which can be changed. */
export function CommentField({ value, onChange, bank }: CommentFieldProps) {
  const [chosen, choose] = useState<string | null>(null);
  return (
    <>
      <TextArea
        label={m.autograde_comment()}
        description={m.autograde_comment_help()}
        value={value}
        maxLength={mostFeedbackLetters}
        onChange={(text) => {
          choose(null);
          onChange(text);
        }}
        data-focus="comment"
      />
      {bank.length > 0 ? (
        <NativeSelect
          label={m.autograde_comment_bank()}
          placeholder={m.autograde_comment_choose()}
          value={chosen}
          options={bank.map((text, at) => ({ key: String(at), label: beginning(text) }))}
          onChange={(key) => {
            choose(key);
            onChange(bank[Number(key)] ?? '');
          }}
        />
      ) : null}
    </>
  );
}

/** The bank with a comment that was just used, which comes first. */
export const withUsed = (bank: readonly string[], text: string): string[] => [text, ...bank.filter((one) => one !== text)];
