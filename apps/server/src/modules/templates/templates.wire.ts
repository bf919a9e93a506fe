import type { Template } from '@balcao/contract/endpoints/templates';
import { placeholdersOf, headerFileOf } from '@balcao/domain/message/template';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';

/** A map above the text cannot be given here, and what is not approved the channel refuses. */
export const isSendable = ({ status, header }: TemplateRow): boolean =>
  status === 'approved' && header?.format !== 'location';
/** Nobody is there to bring a file when the house speaks by itself. */
export const isSendableAlone = (row: TemplateRow): boolean => isSendable(row) && headerFileOf(row) === undefined;

export const presentTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  whatsappId: row.connectionId,
  name: row.name,
  language: row.language,
  category: row.category,
  status: row.status,
  because: row.because,
  header: row.header,
  body: row.body,
  footer: row.footer,
  buttons: row.buttons,
  gaps: placeholdersOf(row),
  isSendable: isSendable(row),
  updatedAt: row.updatedAt.toISOString(),
});
