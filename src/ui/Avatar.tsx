import s from './Avatar.module.css';

interface AvatarProps {
  /** Full name; its initials are shown. */
  name: string;
  size?: 'small' | 'medium' | 'large';
  /** URL of a picture, in place of the initials. */
  photo?: string | undefined;
}

const initials = (name: string) => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : '')).join('');
};

/** One of six tints, stable for each name. */
const tint = (name: string) => ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6) + 1;

/** A person, as a photo, or as initials on a tint. Decorative: the name is beside it or on the button around it. */
export function Avatar({ name, size = 'medium', photo }: AvatarProps) {
  if (photo) return <img src={photo} alt="" className={s.avatar} data-size={size} data-photo="" />;
  return (
    <span className={s.avatar} data-size={size} data-tint={tint(name)} data-initials={initials(name).toUpperCase()} aria-hidden="true" />
  );
}
