import { type KeyboardEvent, lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import type { AuthoredSpot } from '../../../common/authoring/emptyQuiz.ts';
import { quizLimits } from '../../../contract/authoring.ts';
import { m } from '../../paraglide/messages.js';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPhoto } from '../../ui/icons.ts';
import { Stack, Text } from '../../ui/Layout.tsx';
import { TextField } from '../../ui/TextField.tsx';
import s from './authoring.module.css';
import { Line, LineList } from './LineList.tsx';
import { usePictures } from './pictures.ts';
import type { QuestionRowProps } from './QuestionRow.tsx';
import { focusField, onEnter } from './rows.ts';
import { problemAt } from './words.ts';

const PictureDialog = lazy(async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog }));

/** How far an arrow key moves a point, and with Shift, in thousandths. */
const step = 10;
const wideStep = 50;
const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const within = (value: number) => Math.min(1000, Math.max(0, Math.round(value)));
const percent = (thousandths: number) => Math.round(thousandths / 10);

/** Where new points begin: the center, and then around it. */
const places = [500, 200, 800].flatMap((y) => [500, 200, 800].map((x) => ({ x, y })));
/** The first place that no other point covers. */
const freePlace = (spots: readonly AuthoredSpot[]) =>
  places.find(({ x, y }) => spots.every((one) => Math.hypot(one.x - x, one.y - y) > 150)) ?? { x: 350, y: 350 };

/** A picture with points, and what belongs to each. Points are put and moved with the pointer or with arrow keys. */
export function DiagramFields({
  question,
  problems,
  newKey,
  onChange,
}: Pick<QuestionRowProps, 'question' | 'problems' | 'newKey' | 'onChange'>) {
  const { picture, spots, kept } = question;
  const pictures = usePictures();
  useSyncExternalStore(pictures.subscribe, pictures.version);
  const [isChoosing, setChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const data = picture ? pictures.dataOf(picture.picture_id) : undefined;
  const set = (next: AuthoredSpot[], field: string, isTyped: boolean) => onChange({ ...question, spots: next }, field, isTyped);
  const change = (key: string, part: Partial<AuthoredSpot>, field: string) =>
    set(
      spots.map((one) => (one.key === key ? { ...one, ...part } : one)),
      `${field} ${key}`,
      true,
    );
  const add = (where: { x: number; y: number }) => {
    if (spots.length < quizLimits.options) set([...spots, { key: newKey(), ...where, text: '' }], 'spots', false);
  };
  /** Where a pointer is, in thousandths of the picture. */
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = (place.current as HTMLDivElement).getBoundingClientRect();
    return { x: within(((clientX - left) / width) * 1000), y: within(((clientY - top) / height) * 1000) };
  };
  const onKeyDown = (event: KeyboardEvent, { key, x, y }: AuthoredSpot) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const by = event.shiftKey ? wideStep : step;
    const next = { x: within(x + move[0] * by), y: within(y + move[1] * by) };
    change(key, next, 'place');
    announce(m.authoring_spot_at({ across: percent(next.x), down: percent(next.y) }));
  };
  /** A drawing of the course has its places, which get their labels here. */
  const isKept = !picture && Boolean(kept?.places);
  const pictureProblem = problemAt(problems, question.key, 'picture');
  return (
    <Stack gap={3}>
      <div>
        <Button icon={IconPhoto} onPress={() => setChoosing(true)}>
          {picture ? m.authoring_diagram_change() : m.authoring_diagram_choose()}
        </Button>
      </div>
      {pictureProblem ? (
        <Text tone="danger" size={2}>
          {pictureProblem}
        </Text>
      ) : null}
      {picture && data ? (
        <>
          <Text size={2} tone="soft">
            {m.authoring_spots_help()}
          </Text>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the button below adds points by keyboard. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same. */}
          <div
            ref={place}
            className={s.diagram}
            onClick={(event) => {
              if ((event.target as Element).closest('button')) return;
              add(at(event));
            }}
          >
            <img src={data} alt={picture.alt} draggable={false} />
            {spots.map((spot, index) => (
              <button
                key={spot.key}
                type="button"
                className={s.spot}
                style={{ insetInlineStart: `${spot.x / 10}%`, insetBlockStart: `${spot.y / 10}%` }}
                aria-label={m.authoring_spot({ number: index + 1, across: percent(spot.x), down: percent(spot.y) })}
                onKeyDown={(event) => onKeyDown(event, spot)}
                onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
                onPointerMove={(event) => {
                  if (event.currentTarget.hasPointerCapture(event.pointerId)) change(spot.key, at(event), 'place');
                }}
              >
                {index + 1}
              </button>
            ))}
          </div>
        </>
      ) : null}
      {data || isKept ? (
        <LineList
          label={m.authoring_spots()}
          addLabel={m.authoring_spot_add()}
          count={spots.length}
          most={quizLimits.options}
          error={problemAt(problems, question.key, 'spots')}
          onAdd={isKept ? null : () => add(freePlace(spots))}
        >
          {spots.map((spot, index) => {
            const number = index + 1;
            return (
              <Line
                key={spot.key}
                removeLabel={m.authoring_spot_remove({ number })}
                onRemove={
                  isKept
                    ? null
                    : () =>
                        set(
                          spots.filter(({ key }) => key !== spot.key),
                          'spots',
                          false,
                        )
                }
              >
                <span aria-hidden="true" className={s.place}>
                  {number}.
                </span>
                <div className={s.grow}>
                  <TextField
                    label={m.authoring_spot_text({ number })}
                    isLabelHidden
                    autoComplete="off"
                    placeholder={m.authoring_spot_text({ number })}
                    value={spot.text}
                    maxLength={quizLimits.line}
                    error={problemAt(problems, question.key, 'spots', spot.key)}
                    onChange={(text) => change(spot.key, { text }, 'spot')}
                    onKeyDown={(event) => onEnter(event, (list) => focusField(list, number))}
                  />
                </div>
              </Line>
            );
          })}
        </LineList>
      ) : null}
      <Suspense>
        {isChoosing ? (
          <PictureDialog
            before={picture}
            onInsert={(chosen) => {
              // The server knows its size.
              onChange({ ...question, picture: { width: 0, height: 0, ...chosen } }, 'picture', false);
              setChoosing(false);
            }}
            onClose={() => setChoosing(false)}
          />
        ) : null}
      </Suspense>
    </Stack>
  );
}
