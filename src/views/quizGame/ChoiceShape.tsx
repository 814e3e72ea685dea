import s from './quizGame.module.css';

/** As many as a question has options at most. A shape goes with each color, for those who do not see it. */
const shapes = [
  'M12 3L22 21H2Z',
  'M12 2L22 12L12 22L2 12Z',
  'M12 2A10 10 0 1 1 12 22A10 10 0 1 1 12 2Z',
  'M3 3H21V21H3Z',
  'M12 2L15 9L22 9.5L16.5 14L18.5 21.5L12 17.3L5.5 21.5L7.5 14L2 9.5L9 9Z',
  'M7 3H17L22 12L17 21H7L2 12Z',
];

/** The shape of an option, from 0. */
export function ChoiceShape({ index }: { index: number }) {
  return (
    <svg className={s.shape} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[index]} />
    </svg>
  );
}
