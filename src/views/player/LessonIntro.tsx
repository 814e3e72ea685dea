import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Text } from '../../ui/Layout.tsx';
import s from './LessonPlayer.module.css';

/** The specification's text for "nothing". */
const nothing = 'null';

/** Whether rich text shows anything: an editor leaves empty paragraphs behind. */
const hasContent = (html: string) =>
  html.trim() !== nothing &&
  html
    .replace(/<(?!img\b)[^<>]*>/gi, '')
    .replace(/&nbsp;|&#160;/g, ' ')
    .trim() !== '';

interface LessonIntroProps {
  objective: string;
  /** The teacher's rich text. */
  instructions: string;
  /** Open at the start of the lesson, folded later. */
  isOpen: boolean;
}

/** The lesson's objective and instructions, in the teacher's words; renders nothing if there are none. */
export function LessonIntro({ objective, instructions, isOpen }: LessonIntroProps) {
  const goal = objective.trim() === nothing ? '' : objective.trim();
  const hasInstructions = hasContent(instructions);
  if (goal === '' && !hasInstructions) return null;
  return (
    // A lesson begins here. This comes first on the page, so it gets the focus meant for the resource title.
    <details className={s.intro} open={isOpen} {...(isOpen ? { tabIndex: -1, 'data-focus': 'resource-title', 'data-begin': '' } : {})}>
      <summary>{hasInstructions ? m.player_instructions() : m.player_objective()}</summary>
      {goal === '' ? null : (
        <Text size={4}>
          {hasInstructions ? <strong>{m.player_objective()}: </strong> : null}
          {goal}
        </Text>
      )}
      {hasInstructions ? <Html html={instructions} look="reading" /> : null}
    </details>
  );
}
