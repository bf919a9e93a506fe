/** The parts of an approved message template that matter for filling it in. */
export interface TemplateText {
  header: { format: string; text: string } | null;
  /** With placeholders as {{1}} or {{name}}. */
  body: string;
  footer: string;
  buttons: readonly { type: string; text: string; value: string }[];
}
export interface Placeholder {
  /** Key of its value: body.1, body.nome, header.1, button.0 */
  key: string;
  where: 'header' | 'body' | 'button';
  name: string;
}
export interface FilledTemplate {
  title: string;
  text: string;
  footer: string;
  buttonTexts: string[];
  header: { name?: string; value: string }[];
  body: { name?: string; value: string }[];
  buttons: { at: number; type: 'url' | 'copy'; value: string }[];
  /** Keys of placeholders without a value. */
  missing: string[];
}

const MB = 1024 * 1024;
const office = 'application/vnd.openxmlformats-officedocument';
/** Header files that channels accept: types and sizes. */
export const headerFiles = {
  image: { mimes: ['image/jpeg', 'image/png'], maxBytes: 5 * MB },
  video: { mimes: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MB },
  document: {
    mimes: [
      'application/pdf',
      `${office}.wordprocessingml.document`,
      `${office}.spreadsheetml.sheet`,
      `${office}.presentationml.presentation`,
    ],
    maxBytes: 100 * MB,
  },
} as const;
export type HeaderFile = keyof typeof headerFiles;

/** Kind of file that each use of the template needs; undefined if none. */
export const headerFileOf = ({ header }: Pick<TemplateText, 'header'>): HeaderFile | undefined =>
  header && Object.hasOwn(headerFiles, header.format) ? (header.format as HeaderFile) : undefined;

/** Why a file is not valid as header; undefined if it is valid. */
export function validateHeaderFile(
  kind: HeaderFile,
  { mime, bytes }: { mime: string; bytes: number },
): 'required' | 'invalid' | 'fileTooLarge' | undefined {
  const { mimes, maxBytes } = headerFiles[kind];
  if (bytes === 0) return 'required';
  if (!(mimes as readonly string[]).includes(mime)) return 'invalid';
  return bytes > maxBytes ? 'fileTooLarge' : undefined;
}

const PLACEHOLDER = /\{\{\s*([\p{L}\p{N}_]{1,60})\s*\}\}/gu;
/** Each placeholder once: numbers in numeric order, names in text order. */
function namesIn(text: string): string[] {
  const names = [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!))];
  return names.every(isNumber) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}
const isNumber = (name: string): boolean => /^\d+$/.test(name);
/** A link ends with its only placeholder; a copy code is a placeholder as a whole. */
const isOpen = ({ type, value }: { type: string; value: string }): boolean =>
  type === 'copy' || (type === 'url' && namesIn(value).length > 0);

/** Every placeholder that needs a value before the template can be sent. */
export function placeholdersOf({ header, body, buttons }: TemplateText): Placeholder[] {
  const inText = (where: 'header' | 'body', text: string): Placeholder[] =>
    namesIn(text).map((name) => ({ key: `${where}.${name}`, where, name }));
  return [
    ...(header?.format === 'text' ? inText('header', header.text) : []),
    ...inText('body', body),
    ...buttons.flatMap((button, at) =>
      isOpen(button) ? [{ key: `button.${at}`, where: 'button' as const, name: String(at) }] : [],
    ),
  ];
}

/**
 * The values for the channel and the rendered text. Values are inserted once and not parsed again, so a customer named
 * {{1}} keeps the name. Channels refuse line breaks and repeated spaces in a value; each run becomes one space.
 */
export function fillTemplate(template: TemplateText, values: Readonly<Record<string, string>>): FilledTemplate {
  const placeholders = placeholdersOf(template);
  const valueOf = (key: string): string =>
    (Object.hasOwn(values, key) ? values[key]! : '').replace(/\s+/gu, ' ').trim();
  const filled = (where: 'header' | 'body', text: string) =>
    text.replace(PLACEHOLDER, (_, name: string) => valueOf(`${where}.${name}`) || `{{${name}}}`);
  const used = (where: 'header' | 'body') =>
    placeholders
      .filter((placeholder) => placeholder.where === where)
      .map(({ key, name }) => ({ ...(!isNumber(name) && { name }), value: valueOf(key) }));
  return {
    title: template.header?.format === 'text' ? filled('header', template.header.text) : '',
    text: filled('body', template.body),
    footer: template.footer,
    buttonTexts: template.buttons.map(({ text }) => text),
    header: used('header'),
    body: used('body'),
    buttons: template.buttons.flatMap((button, at) =>
      isOpen(button)
        ? [{ at, type: button.type === 'copy' ? ('copy' as const) : ('url' as const), value: valueOf(`button.${at}`) }]
        : [],
    ),
    missing: placeholders.map(({ key }) => key).filter((key) => valueOf(key) === ''),
  };
}
