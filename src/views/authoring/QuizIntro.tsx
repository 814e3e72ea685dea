import type { AuthoredQuiz } from '../../../contract/authoring.ts';
import { Language } from '../../../contract/content.ts';
import { m } from '../../paraglide/messages.js';
import { Stack, Text } from '../../ui/Layout.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { RichTextField } from '../workspace/RichTextField.tsx';

interface QuizIntroProps {
  quiz: AuthoredQuiz;
  onChange: (quiz: AuthoredQuiz, field: string, isTyped: boolean) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** What students read before a quiz of the catalog, and the quiz's language. */
export function QuizIntro({ quiz, onChange, ...history }: QuizIntroProps) {
  const label = m.itemBank_intro();
  return (
    <Stack gap={4} align="stretch">
      <SegmentedControl
        label={m.contentSetup_language()}
        value={String(quiz.language_id)}
        options={[
          { key: String(Language.english), label: m.library_english() },
          { key: String(Language.spanish), label: m.library_spanish() },
        ]}
        onChange={(language) => onChange({ ...quiz, language_id: Number(language) }, 'language', false)}
      />
      <Stack gap={1} align="stretch">
        <Text isBold size={2} as="span">
          {label}
        </Text>
        <RichTextField
          label={label}
          value={quiz.intro}
          isReadOnly={false}
          onChange={(intro, step) => onChange({ ...quiz, intro }, `intro ${step}`, true)}
          {...history}
        />
      </Stack>
    </Stack>
  );
}
