import { Marked } from '../glossary/Marked.tsx';
import { QuestionText } from '../quiz/QuestionText.tsx';
import { termsIn, useGameTerms } from './gameTerms.ts';

interface ExplanationProps {
  html: string;
  game_id: number;
  /** A round that is over. */
  round_no: number;
}

/** Why an answer is right, with the terms of the glossary marked. */
export function Explanation({ html, game_id, round_no }: ExplanationProps) {
  const terms = termsIn(useGameTerms(game_id), round_no);
  return (
    <Marked html={html} terms={terms}>
      <QuestionText html={html} />
    </Marked>
  );
}
