import { fold } from '../text/fold.ts';
import { digitsOf, isPhone } from './phone.ts';
import type { SpreadsheetField } from './import-types.ts';

export interface MappedColumn {
  column: number;
  field: SpreadsheetField;
  /** Name of the extra information; empty means the header text. */
  label: string;
}
export interface Mapping {
  columns: MappedColumn[];
  hasHeader: boolean;
}
export interface DetectedColumn {
  column: number;
  header: string;
  samples: readonly string[];
}

/** Why a mapping is refused. The error catalogue has a text for each code. */
export type MappingError =
  | 'ERR_SHEET_NO_NUMBER'
  | 'ERR_SHEET_NO_NAME'
  | 'ERR_SHEET_NO_ROWS'
  | 'ERR_SHEET_NAME_TWICE'
  | 'ERR_SHEET_NUMBER_TWICE'
  | 'ERR_SHEET_EMAIL_TWICE'
  | 'ERR_SHEET_TAGS_TWICE'
  | 'ERR_SHEET_OPT_OUT_TWICE'
  | 'ERR_SHEET_EXTRA_TWICE';

const DUPLICATE_ERRORS = {
  name: 'ERR_SHEET_NAME_TWICE',
  number: 'ERR_SHEET_NUMBER_TWICE',
  email: 'ERR_SHEET_EMAIL_TWICE',
  tags: 'ERR_SHEET_TAGS_TWICE',
  optOut: 'ERR_SHEET_OPT_OUT_TWICE',
  extra: 'ERR_SHEET_EXTRA_TWICE',
} as const satisfies Record<SpreadsheetField, MappingError>;

/** The first error of a mapping, in the order in which errors are shown. */
export function validateMapping({ columns }: Mapping, headers: readonly string[]): MappingError | undefined {
  const mappedColumns = new Set<number>();
  const fields = new Set<SpreadsheetField>();
  const labels = new Set<string>();
  for (const { column, field, label } of columns) {
    if (mappedColumns.has(column)) return DUPLICATE_ERRORS[field];
    mappedColumns.add(column);
    const labelText = labelOf(label, headers[column] ?? '', column);
    if (field === 'extra' ? labels.has(labelText) : fields.has(field)) return DUPLICATE_ERRORS[field];
    if (field === 'extra') labels.add(labelText);
    else fields.add(field);
  }
  if (!fields.has('number')) return 'ERR_SHEET_NO_NUMBER';
  if (!fields.has('name')) return 'ERR_SHEET_NO_NAME';
  return undefined;
}

const MAX_LABEL_LENGTH = 100;
export const labelOf = (label: string, header: string, column: number): string =>
  (label.trim() || header.trim() || columnName(column)).slice(0, MAX_LABEL_LENGTH);

/** Column letters of spreadsheet programs: A, B, … Z, AA. */
export function columnName(column: number): string {
  const quotient = Math.floor(column / 26);
  return (quotient > 0 ? columnName(quotient - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Usual headers of each field, folded and reduced to letters. */
const FIELD_HEADERS: Record<Exclude<SpreadsheetField, 'extra'>, readonly string[]> = {
  name: ['nome', 'name', 'nombre', 'nomecompleto', 'fullname', 'contato', 'contact', 'cliente'],
  number: [
    'numero',
    'number',
    'telefone',
    'celular',
    'fone',
    'whatsapp',
    'phone',
    'telefono',
    'movil',
    'mobile',
    'phonenumber',
    'numerodetelefone',
    'numerodocelular',
    'tel',
    'cel',
  ],
  email: ['email', 'correio', 'correo', 'mail', 'emailaddress'],
  tags: ['tags', 'tag', 'etiquetas', 'etiqueta', 'marcadores', 'labels'],
  optOut: [
    'descadastro',
    'descadastrado',
    'optout',
    'optedout',
    'unsubscribed',
    'baja',
    'naoquercampanhas',
    'semcampanhas',
  ],
};
/** Columns of our own export that have no field of a contact. */
const IGNORED_HEADERS = ['canal', 'conexao', 'criadoem', 'situacao'];

/**
 * Suggests a mapping by the headers, each field once. Without a known header, the first column with phone numbers is
 * the number. Every other column with a header becomes extra information.
 */
export function suggestMapping(columns: readonly DetectedColumn[], hasHeader: boolean): Mapping {
  const chosen = new Map<SpreadsheetField, number>();
  if (hasHeader) {
    for (const field of ['name', 'number', 'email', 'tags', 'optOut'] as const) {
      const hit = FIELD_HEADERS[field]
        .map((alias) => columns.find(({ header, column }) => plain(header) === alias && !isMapped(chosen, column)))
        .find((column) => column !== undefined);
      if (hit) chosen.set(field, hit.column);
    }
  }
  const guess = (field: SpreadsheetField, matches: (sample: string) => boolean) => {
    if (chosen.has(field)) return;
    const hit = columns.find(
      ({ column, samples }) => !isMapped(chosen, column) && samples.length > 0 && samples.every(matches),
    );
    if (hit) chosen.set(field, hit.column);
  };
  guess('number', looksLikePhone);
  guess('email', (sample) => sample.includes('@'));
  if (!hasHeader) guess('name', (sample) => /\p{L}{2}/u.test(sample) && !sample.includes('@'));
  const labels = new Set<string>();
  const mapped: MappedColumn[] = [];
  for (const { column, header } of columns) {
    const field = [...chosen].find(([, at]) => at === column)?.[0];
    if (field !== undefined) mapped.push({ column, field, label: '' });
    else if (
      hasHeader &&
      header.trim() !== '' &&
      !IGNORED_HEADERS.includes(plain(header)) &&
      !labels.has(header.trim())
    ) {
      labels.add(header.trim());
      mapped.push({ column, field: 'extra', label: '' });
    }
  }
  return { columns: mapped, hasHeader };
}

const isMapped = (chosen: ReadonlyMap<SpreadsheetField, number>, column: number) =>
  [...chosen.values()].includes(column);
const plain = (header: string): string => fold(header).replace(/[^a-z]/g, '');
const looksLikePhone = (text: string): boolean => /^[\d\s()+./-]+$/.test(text) && isPhone(digitsOf(text));

/** A first row that contains a phone number is a contact, not a header. */
export const looksLikeHeader = (cells: readonly string[]): boolean => !cells.some(looksLikePhone);
