import { headerFileOf, placeholdersOf, type TemplateText } from '@balcao/domain/message/template';
import { AppError } from '../../infrastructure/app-error.ts';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';

export type PlaceholderValues = Readonly<Record<string, string>>;

/** Approved by the channel, and without a location header, which this product cannot fill. */
export const isSendable = ({ status, header }: TemplateRow): boolean =>
  status === 'approved' && header?.format !== 'location';
/** Sendable as an automatic message: without a header file, because no agent uploads one. */
export const isSendableAlone = (row: TemplateRow): boolean => isSendable(row) && headerFileOf(row) === undefined;

export const missingValues = (template: TemplateText, values: PlaceholderValues): string[] =>
  placeholdersOf(template).flatMap(({ key }) => ((values[key] ?? '').trim() === '' ? [key] : []));
export const missingValuesError = (keys: string[]) =>
  new AppError('ERR_VALIDATION', {
    fields: keys.map((key) => ({ field: `values.${key}`, rule: 'required' as const })),
  });
