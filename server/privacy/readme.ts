import type { DataKind } from '../../contract/privacy.ts';
import type { Language } from '../kit/language.ts';

interface Facts {
  /** Of the person or the district. */
  name: string;
  isOfPerson: boolean;
  /** ISO instant. */
  at: string;
  files: readonly { kind: DataKind; path: string; hides: readonly string[] }[];
  leftOut: readonly string[];
}

type KindWords = Readonly<Record<DataKind, string>>;
const kinds: Readonly<Record<Language, KindWords>> = {
  en: {
    account: 'The account: names, school, photo, rights',
    signIns: 'Ways to sign in and sessions',
    classes: 'Classes',
    work: 'Assigned work: progress, answers, results, comments',
    activity: 'What was opened, and use by day',
    teaching: 'Lessons, assignments and quizzes that the person made',
    library: 'The person’s library, files and glossary practice',
    games: 'Quiz games',
    messages: 'Messages, notifications and emails',
    imports: 'Imports of lists',
    exports: 'Exports of data',
    audit: 'What was done, by whom and when',
    privacy: 'Erasures, and how long data is kept',
  },
  es: {
    account: 'La cuenta: nombres, escuela, foto, permisos',
    signIns: 'Formas de iniciar sesión y sesiones',
    classes: 'Clases',
    work: 'Trabajo asignado: avance, respuestas, resultados, comentarios',
    activity: 'Lo que se abrió, y el uso por día',
    teaching: 'Lecciones, asignaciones y pruebas que hizo la persona',
    library: 'La biblioteca de la persona, sus archivos y su práctica del glosario',
    games: 'Juegos de preguntas',
    messages: 'Mensajes, notificaciones y correos',
    imports: 'Importaciones de listas',
    exports: 'Exportaciones de datos',
    audit: 'Qué se hizo, quién y cuándo',
    privacy: 'Eliminaciones, y cuánto tiempo se guardan los datos',
  },
};

const words = {
  en: {
    title: ({ name, isOfPerson }: Facts) => (isOfPerson ? `All data about ${name}` : `All data of the district ${name}`),
    about: ({ at }: Facts) =>
      `Made on ${at}. Each file is a table in JSON: one list, one object for each row; a table without rows has no file. Times are in UTC (ISO 8601). Other people stand as numbers. Photos and files are in the folder "files"; a row names its file.`,
    hides: (columns: readonly string[]) => `, without ${columns.join(', ')}`,
    leftOut:
      'Left out: secrets, such as passwords and keys, columns that only the program uses, and these tables, which hold only secrets or copies that are deleted after days:',
    person:
      'Also left out: what others wrote in free text, where no column says whom it is about; what is about others in rows that the person only changed; and the provider’s content.',
  },
  es: {
    title: ({ name, isOfPerson }: Facts) => (isOfPerson ? `Todos los datos de ${name}` : `Todos los datos del distrito ${name}`),
    about: ({ at }: Facts) =>
      `Hecho el ${at}. Cada archivo es una tabla en JSON: una lista con un objeto por fila; una tabla sin filas no tiene archivo. Las horas están en UTC (ISO 8601). Las demás personas aparecen como números. Las fotos y los archivos están en la carpeta "files"; la fila nombra su archivo.`,
    hides: (columns: readonly string[]) => `, sin ${columns.join(', ')}`,
    leftOut:
      'No se incluyen: secretos, como contraseñas y claves, columnas que solo usa el programa, y estas tablas, que solo tienen secretos o copias que se borran a los pocos días:',
    person:
      'Tampoco se incluye lo que otras personas escribieron en texto libre, donde ninguna columna dice de quién trata; lo que trata de otros en filas que la persona solo cambió; ni el contenido del proveedor.',
  },
} as const;

/** The text that explains an archive. */
export function readmeOf(language: Language, facts: Facts): string {
  const say = words[language];
  const lines = [say.title(facts), '', say.about(facts), ''];
  for (const kind of Object.keys(kinds[language]) as DataKind[]) {
    const files = facts.files.filter((file) => file.kind === kind);
    if (files.length === 0) continue;
    lines.push(kinds[language][kind]);
    for (const { path, hides } of files) lines.push(`  ${path}${hides.length > 0 ? say.hides(hides) : ''}`);
    lines.push('');
  }
  lines.push(`${say.leftOut} ${facts.leftOut.join(', ')}.`);
  if (facts.isOfPerson) lines.push('', say.person);
  return `${lines.join('\n')}\n`;
}
