/** Characters that start a formula in spreadsheet programs. */
const STARTS_FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/** Whether a spreadsheet program would evaluate the cell as a formula. */
export const looksLikeFormula = (text: string): boolean =>
  STARTS_FORMULA.test(text) || STARTS_FORMULA.test(text.replace(/^["'\s]+/, ''));

/** CSV cells have no type: a leading apostrophe makes every program treat the cell as text. */
export const neutralized = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text);

/** A CSV cell in quotes, with inner quotes doubled. */
export const csvCell = (text: string): string => `"${neutralized(text).replaceAll('"', '""')}"`;
