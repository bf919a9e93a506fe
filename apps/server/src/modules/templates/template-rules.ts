import { headerFileOf, placeholdersOf, type TemplateText } from '@balcao/domain/message/template';
import { AppError } from '../../infrastructure/app-error.ts';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';

export type PlaceholderValues = Readonly<Record<string, string>>;

/** Approved by the channel, and without a part that this product cannot fill: a location header, a one-time password. */
export const isSendable = ({ status, category, header, buttons }: TemplateRow): boolean =>
  status === 'approved' &&
  category !== 'authentication' &&
  header?.format !== 'location' &&
  !buttons.some(({ type, value }) => type === 'other' && value !== '');
/** Sendable as an automatic message: without a header file, because no agent uploads one. */
export const isSendableAlone = (row: TemplateRow): boolean => isSendable(row) && headerFileOf(row) === undefined;

export const missingValues = (template: TemplateText, values: PlaceholderValues): string[] =>
  placeholdersOf(template).flatMap(({ key }) => ((values[key] ?? '').trim() === '' ? [key] : []));
export const missingValuesError = (keys: string[]) =>
  new AppError('ERR_VALIDATION', {
    fields: keys.map((key) => ({ field: `values.${key}`, rule: 'required' as const })),
  });
