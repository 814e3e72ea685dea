import { useState } from 'react';
import RichText, { type RichTextProps } from '../workspace/RichText.tsx';
import { usePictures } from './pictures.ts';
import { QuestionTools } from './QuestionTools.tsx';
import { questionElements } from './questionSchema.ts';

/** The text of a question: as in lessons, with pictures, formulas and tables. Import it lazily. */
export default function QuestionEditor(props: RichTextProps) {
  const pictures = usePictures();
  const [elements] = useState(() => questionElements(pictures));
  return <RichText {...props} elements={elements} Tools={QuestionTools} />;
}
