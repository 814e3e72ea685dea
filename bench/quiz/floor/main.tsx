import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const options = Array.from({ length: 50 }, (_, at) => at + 1);

/** The minimal quiz: questions and options as a bare list, one of them or all (`?layout=all`), answers in one state. */
function Quiz() {
  const [answers, setAnswers] = useState<Record<number, number>>({});
  const isAll = new URLSearchParams(window.location.search).get('layout') === 'all';
  const ids = Array.from({ length: isAll ? 100 : 1 }, (_, at) => at + 1);
  return ids.map((id) => (
    <section key={id}>
      <h2>Question {id}</h2>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={`question-${id}`}
            checked={answers[id] === option}
            onChange={() => setAnswers({ ...answers, [id]: option })}
          />
          Option {option}
        </label>
      ))}
    </section>
  ));
}

createRoot(document.getElementById('root') as HTMLElement).render(<Quiz />);
