import type { ReactNode } from 'react';
import type { GlossarySubject } from '../../../contract/glossary.ts';
import s from './glossary.module.css';

/** Drawings of the subjects: a swinging pendulum, a leaf cell, layers of the ground, orbits, gears, and a measured curve, and a board with words. */
const art: Readonly<Record<GlossarySubject, ReactNode>> = {
  physical: (
    <>
      <path className={s.soft} d="M40 14h160M120 14L58 74M120 14l62 60" />
      <path className={s.ink} d="M120 14v66" />
      <path className={s.dash} d="M58 74a88 88 0 0 0 124 0" />
      <circle className={s.fill} cx="120" cy="90" r="13" />
      <circle className={s.soft} cx="58" cy="76" r="9" />
      <circle className={s.soft} cx="182" cy="76" r="9" />
    </>
  ),
  life: (
    <>
      <path className={s.ink} d="M70 98C58 46 102 14 182 16c4 62-36 100-92 84" />
      <path className={s.ink} d="M56 108c26-42 62-66 104-78" />
      <path className={s.soft} d="M92 74l-4-30M118 54l0-28M108 62l36 8M132 44l32 4" />
      <circle className={s.fill} cx="128" cy="80" r="6" />
      <circle className={s.fill} cx="152" cy="64" r="4" />
    </>
  ),
  earth: (
    <>
      <path className={s.ink} d="M10 58l46-36 34 28 30-40 44 46 24-18 42 22" />
      <path
        className={s.soft}
        d="M10 74c40-10 70 10 110 0s70-10 110 0M10 92c40-10 70 10 110 0s70-10 110 0M10 110c40-10 70 10 110 0s70-10 110 0"
      />
      <circle className={s.fill} cx="196" cy="24" r="10" />
    </>
  ),
  space: (
    <>
      <ellipse className={s.soft} cx="120" cy="60" rx="100" ry="38" transform="rotate(-10 120 60)" />
      <ellipse className={s.soft} cx="120" cy="60" rx="58" ry="21" transform="rotate(-10 120 60)" />
      <circle className={s.fill} cx="120" cy="60" r="15" />
      <circle className={s.ink} cx="214" cy="34" r="9" />
      <circle className={s.ink} cx="70" cy="82" r="6" />
      <path className={s.soft} d="M28 22v10M23 27h10M196 98v10M191 103h10" />
    </>
  ),
  engineering: (
    <>
      <circle className={s.ink} cx="92" cy="66" r="30" />
      <circle className={s.soft} cx="92" cy="66" r="11" />
      <path className={s.ink} d="M92 26v10M92 96v10M52 66h10M122 66h10M64 38l7 7M113 87l7 7M64 94l7-7M113 45l7-7" />
      <circle className={s.ink} cx="156" cy="38" r="18" />
      <circle className={s.fill} cx="156" cy="38" r="6" />
      <path className={s.ink} d="M156 12v8M156 56v8M130 38h8M174 38h8M138 20l5 5M169 51l5 5M138 56l5-5M169 25l5-5" />
    </>
  ),
  practice: (
    <>
      <path className={s.ink} d="M40 12v92h164" />
      <path className={s.soft} d="M40 82h160M40 58h160M40 34h160" />
      <path className={s.dash} d="M44 98C84 94 120 64 194 22" />
      <circle className={s.fill} cx="66" cy="92" r="5" />
      <circle className={s.fill} cx="98" cy="82" r="5" />
      <circle className={s.fill} cx="132" cy="56" r="5" />
      <circle className={s.fill} cx="164" cy="46" r="5" />
      <circle className={s.fill} cx="192" cy="20" r="5" />
    </>
  ),
  class: (
    <>
      <path className={s.ink} d="M34 12h172v76H34zM84 108l20-20M156 108l-20-20" />
      <path className={s.soft} d="M54 34h54M54 52h88M54 70h40" />
      <path className={s.dash} d="M110 70h62" />
      <circle className={s.fill} cx="176" cy="34" r="8" />
    </>
  ),
};

/** The drawing of a subject. Decorative: the name stands below it. */
export const SubjectArt = ({ subject }: { subject: GlossarySubject }) => (
  <svg className={s.art} viewBox="0 0 240 118" aria-hidden="true">
    {art[subject]}
  </svg>
);
