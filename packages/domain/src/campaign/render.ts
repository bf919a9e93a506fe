/** Values of {nome}, {email}, {numero} and of the company's own variables. */
export type RecipientValues = Readonly<Record<string, string>>;

const PLACEHOLDER = /\{([\p{L}\p{N}_-]{1,40})\}/gu;
/** Unicode noncharacters: no keyboard and no channel produces them. */
const OPEN = '\uFDD0';
const CLOSE = '\uFDD1';
const MARK = /\uFDD0(\d+)\uFDD1/gu;
const NONCHARACTERS = /[\uFDD0\uFDD1]/gu;

/** Fills in the values in one pass: a value that looks like a placeholder stays as it is. Unknown keys stay, too. */
export const fillText = (text: string, values: RecipientValues): string =>
  text.replace(PLACEHOLDER, (whole, key: string) => (Object.hasOwn(values, key) ? values[key]! : whole));

export interface MarkedText {
  /** The text with marks in place of the placeholders, for the rendering of the message variables. */
  marked: string;
  /** Puts the values in place of the marks. */
  fill(rendered: string): string;
}

/**
 * The recipient's values and the message variables ({{firstName}}) are filled in so that neither is read again: a contact
 * named `{{userName}}` or `{email}` is written as it is.
 */
export function markText(text: string, values: RecipientValues): MarkedText {
  const filled: string[] = [];
  // {{name}} is a message variable; its inner braces are no placeholder.
  const marked = text
    .replace(NONCHARACTERS, '')
    .replace(/\{\{[^{}]*\}\}|\{([\p{L}\p{N}_-]{1,40})\}/gu, (whole, key: string | undefined) => {
      if (key === undefined || !Object.hasOwn(values, key)) return whole;
      // An empty value leaves no mark, so that an empty text is seen as such.
      if (values[key] === '') return '';
      filled.push(values[key]!);
      return `${OPEN}${filled.length - 1}${CLOSE}`;
    });
  return { marked, fill: (rendered) => rendered.replace(MARK, (_, index: string) => filled[Number(index)] ?? '') };
}

/** The values of a recipient; a variable of the company never replaces the recipient's own. */
export const valuesOf = (
  recipient: { name: string; email: string; number: string },
  variables: readonly { key: string; value: string }[],
): RecipientValues => ({
  ...Object.fromEntries(variables.map(({ key, value }) => [key, value])),
  nome: recipient.name,
  email: recipient.email,
  numero: recipient.number,
});
