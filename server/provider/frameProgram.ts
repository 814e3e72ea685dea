import type { Question } from '../../contract/quiz.ts';

interface Answer {
  question_id: number;
  answer_id: number | null;
  answer_text: string;
  sequence: number;
}
type Setup =
  | { provider: 'builtIn'; questions: Question[]; answers: Answer[] }
  | { provider: 'learnosity'; script: string; request: string };
type Texts = Record<'choose' | 'yourAnswer' | 'chooseAll' | 'place' | 'handIn' | 'leaveOut' | 'points', string>;
interface Learnosity {
  init: (
    request: unknown,
    options: { readyListener: () => void; errorListener: (error: { msg?: string }) => void },
  ) => { on: (event: string, listener: () => void) => void };
}

/**
 * Program that runs in the provider's frame. It is sent to the browser as text, so it must not reference anything outside itself. It has no
 * token and makes no calls: everything goes through messages to the embedding page.
 */
export function frameProgram(): void {
  const protocol = 'orrery-assessment/1';
  const nonce = location.hash.slice(1);
  const say = (message: Record<string, unknown>) => parent.postMessage({ protocol, nonce, ...message }, location.origin);
  const place = document.querySelector('main') as HTMLElement;

  const make = <K extends keyof HTMLElementTagNameMap>(
    name: K,
    properties: Partial<HTMLElementTagNameMap[K]> = {},
    ...children: (Node | string)[]
  ): HTMLElementTagNameMap[K] => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };
  const fromHtml = (html: string) => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
  };

  function drawQuestions({ questions, answers }: Extract<Setup, { provider: 'builtIn' }>, texts: Texts): void {
    const given = new Map(answers.map((answer) => [answer.question_id, answer]));
    const answer = (question: Question, answer_id: number | null, answer_text: string) => {
      const next = { question_id: question.id, answer_id, answer_text, sequence: (given.get(question.id)?.sequence ?? 0) + 1 };
      given.set(question.id, next);
      say({ type: 'answered', answers: [next] });
    };
    const parse = (question: Question): unknown => {
      try {
        return JSON.parse(given.get(question.id)?.answer_text ?? '');
      } catch {
        return null;
      }
    };
    const choice = (question: Question, type: 'radio' | 'checkbox', isChosen: (id: number) => boolean, onChoose: () => void) =>
      make(
        'div',
        { className: 'options' },
        ...question.answer_options.map(({ id, answer_text }) =>
          make(
            'label',
            {},
            make('input', { type, name: `q${question.id}`, value: String(id), checked: isChosen(id), onchange: onChoose }),
            make('span', {}, answer_text),
          ),
        ),
      );
    const select = (question: Question, label: string, chosen: string, onChoose: () => void) =>
      make(
        'label',
        { className: 'row' },
        make('span', {}, label),
        make(
          'select',
          { onchange: onChoose },
          make('option', { value: '' }, texts.choose),
          ...question.answer_options.map(({ id, answer_text }) =>
            make('option', { value: String(id), selected: String(id) === chosen }, answer_text),
          ),
        ),
      );
    const controls = (question: Question): HTMLElement => {
      const box = make('div');
      const chosenIn = () => [...box.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => Number(value));
      const selects = () => [...box.querySelectorAll('select')].map(({ value }) => value);
      switch (question.question_type) {
        case 'single_choice':
        case 'true_false':
          box.append(
            choice(
              question,
              'radio',
              (id) => given.get(question.id)?.answer_id === id,
              () => answer(question, chosenIn()[0] ?? null, ''),
            ),
          );
          break;
        case 'multiple_choice': {
          const before = parse(question);
          box.append(
            make('p', { className: 'hint' }, texts.chooseAll),
            choice(
              question,
              'checkbox',
              (id) => Array.isArray(before) && before.includes(id),
              () => {
                const chosen = chosenIn();
                answer(question, null, chosen.length > 0 ? JSON.stringify(chosen) : '');
              },
            ),
          );
          break;
        }
        case 'ordering': {
          const before = parse(question);
          question.answer_options.forEach((_, at) => {
            const chosen = Array.isArray(before) ? String(before[at] ?? '') : '';
            box.append(
              select(question, texts.place.replace('#', String(at + 1)), chosen, () => {
                const order = selects();
                const isWhole = new Set(order).size === order.length && !order.includes('');
                answer(question, null, isWhole ? JSON.stringify(order.map(Number)) : '');
              }),
            );
          });
          break;
        }
        case 'matching':
        case 'label_diagram': {
          const before = Object(parse(question)) as Record<string, number>;
          for (const target of question.targets)
            box.append(
              select(question, target.text, String(before[target.id] ?? ''), () => {
                const placed = question.targets.flatMap(({ id }, at) => (selects()[at] ? [[id, Number(selects()[at])]] : []));
                answer(question, null, placed.length > 0 ? JSON.stringify(Object.fromEntries(placed)) : '');
              }),
            );
          break;
        }
        default:
          box.append(
            make(
              'label',
              { className: 'row' },
              make('span', {}, question.unit ? `${texts.yourAnswer} (${question.unit})` : texts.yourAnswer),
              make('input', {
                type: 'text',
                maxLength: 500,
                autocomplete: 'off',
                value: given.get(question.id)?.answer_text ?? '',
                onchange: (event) => answer(question, null, (event.currentTarget as HTMLInputElement).value),
              }),
            ),
          );
      }
      return box;
    };
    place.replaceChildren(
      ...questions.map((question, at) =>
        make(
          'fieldset',
          {},
          make('legend', {}, `${at + 1}. `, fromHtml(question.question_text)),
          make('p', { className: 'hint' }, texts.points.replace('#', String(question.points))),
          ...(question.diagram ? [make('figure', {}, fromHtml(question.diagram))] : []),
          controls(question),
        ),
      ),
      make('p', { className: 'hint' }, texts.leaveOut),
      make('button', { type: 'button', onclick: () => say({ type: 'handedIn', answers: [...given.values()] }) }, texts.handIn),
    );
    say({ type: 'ready' });
  }

  function loadLearnosity({ script, request }: Extract<Setup, { provider: 'learnosity' }>): void {
    const element = make('script', { src: script, onerror: () => say({ type: 'failed', message: script }) });
    element.onload = () => {
      place.replaceChildren(make('div', { id: 'learnosity_assess' }));
      const { LearnosityItems } = window as unknown as { LearnosityItems: Learnosity };
      const items = LearnosityItems.init(JSON.parse(request), {
        readyListener: () => say({ type: 'ready' }),
        errorListener: ({ msg = '' }) => say({ type: 'failed', message: msg }),
      });
      items.on('test:finished:submit', () => say({ type: 'handedIn', answers: [] }));
    };
    document.head.append(element);
  }

  addEventListener('message', ({ source, origin, data }: MessageEvent<Record<string, unknown> | null>) => {
    if (source !== parent || origin !== location.origin || data?.protocol !== protocol || data.nonce !== nonce) return;
    if (data.type !== 'setup') return;
    document.documentElement.lang = String(data.language);
    document.documentElement.dataset.theme = String(data.theme);
    const setup = data.setup as Setup;
    if (setup.provider === 'builtIn') drawQuestions(setup, data.texts as Texts);
    else loadLearnosity(setup);
  });
  say({ type: 'loaded' });
}
