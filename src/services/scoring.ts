import { autograde, type QuestionScoring, type Regrade, type RegradePreview } from '../../contract/autograde.ts';
import type { ScoringSettings } from '../../contract/scoring.ts';
import type { Send } from './kit/client.ts';

/** A question, and the reader. */
export interface AskedQuestion {
  item_id: number;
  itemtype_id: number;
  question_id: number;
  user_puid: number;
}
/** How it is to be scored, and under which key the command is known. */
export interface ScoringOrder {
  asked: AskedQuestion;
  group_puids: number[];
  settings: ScoringSettings;
  is_rule: boolean;
  key: string;
  /** The versions that the teacher changes. */
  seen: { group_puid: number; version: number }[];
}

/** How the question is scored now, and how that was changed. */
export async function loadScoring(
  send: Send,
  asked: AskedQuestion,
  signal: AbortSignal,
): Promise<{ scoring: QuestionScoring; regrades: Regrade[] }> {
  const [scoring, regrades] = await Promise.all([send(autograde.scoring, asked, { signal }), send(autograde.regrades, asked, { signal })]);
  return { scoring, regrades };
}

const wanted = ({ asked, group_puids, settings, is_rule }: ScoringOrder) => ({ ...asked, group_puids, settings, is_rule });

export const previewScoring = (send: Send, order: ScoringOrder, signal: AbortSignal): Promise<RegradePreview> =>
  send(autograde.previewRegrade, wanted(order), { signal, quiet: true });

export const applyScoring = (send: Send, order: ScoringOrder, signal: AbortSignal) =>
  send(autograde.applyRegrade, { ...wanted(order), regrade_key: order.key, seen_versions: order.seen }, { signal, quiet: true });

export const undoScoring = (send: Send, user_puid: number, regrade_id: number, signal: AbortSignal) =>
  send(autograde.undoRegrade, { user_puid, regrade_id }, { signal, quiet: true });
