import { m } from '../../paraglide/messages.js';
import { Html } from '../../ui/Html.tsx';
import { Text } from '../../ui/Layout.tsx';
import s from './LessonPlayer.module.css';

/** The text that the specification uses for "nothing". */
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
  /** Rich text of the teacher. */
  instructions: string;
  /** At the start of the lesson they stand open; later they are a press away. */
  isOpen: boolean;
}

/** What a lesson is for and how to go about it, in the teacher's words; nothing where there are none. */
export function LessonIntro({ objective, instructions, isOpen }: LessonIntroProps) {
  const goal = objective.trim() === nothing ? '' : objective.trim();
  const hasInstructions = hasContent(instructions);
  if (goal === '' && !hasInstructions) return null;
  return (
    // A lesson begins here: what would go to the title of its resource, the first of this name on the page gets.
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
