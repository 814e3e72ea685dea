/** Pictures and formulas in the text of a question, as the author's document has them. */

/** Address of an uploaded picture in a document. It is no URL: whoever shows the text puts the picture in its place. */
const address = 'picture/';
export const pictureAddress = (picture_id: string): string => `${address}${picture_id}`;
const picture = /<img src="picture\/([0-9a-f]{32})" alt="([^"<>]*)"(?: \/)?>/g;

/** Names of the pictures in HTML, in their order. */
export const picturesIn = (html: string): string[] => [...html.matchAll(picture)].map(([, name]) => name as string);

/** Whether HTML has a picture without alternative text. */
export const lacksAlternative = (html: string): boolean => [...html.matchAll(picture)].some(([, , alt = '']) => alt.trim() === '');

/** HTML with something else in place of each picture. `alt` is escaped. */
export const replacePictures = (html: string, replace: (picture_id: string, alt: string) => string): string =>
  html.replace(picture, (_, name: string, alt: string) => replace(name, alt));

/** Whether HTML shows anything but pictures: words or formulas. */
export const hasWords = (html: string): boolean => /<math /.test(html) || html.replace(/<[^<>]*>|&nbsp;/g, '').trim() !== '';
