/** What spreadsheet programs take for the beginning of something to compute. */
const STARTS_FORMULA = /^[=+\-@\t\r\n|%＝＋－＠]/;

/** Would a program that opens this cell try to compute it? */
export const looksLikeFormula = (text: string): boolean =>
  STARTS_FORMULA.test(text) || STARTS_FORMULA.test(text.replace(/^["'\s]+/, ''));

/** For csv, where a cell is nothing but its text: a quote in front makes it a text for every program. */
export const neutralized = (text: string): string => (looksLikeFormula(text) ? `'${text}` : text);

/** One cell of a csv: in quotes, with those inside doubled. */
export const csvCell = (text: string): string => `"${neutralized(text).replaceAll('"', '""')}"`;
