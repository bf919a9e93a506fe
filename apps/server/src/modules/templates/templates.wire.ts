import type { Template } from '@balcao/contract/endpoints/templates';
import { gapsOf, headerFileOf } from '@balcao/domain/message/template';
import type { TemplateRow } from '../../foundation/db/schema/templates.ts';

/** A map above the text cannot be given here, and what is not approved the channel refuses. */
export const isSendable = ({ status, header }: TemplateRow): boolean =>
  status === 'approved' && header?.format !== 'location';
/** Nobody is there to bring a file when the house speaks by itself. */
export const isSendableAlone = (row: TemplateRow): boolean => isSendable(row) && headerFileOf(row) === undefined;

export const showTemplate = (row: TemplateRow): Template => ({
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
  gaps: gapsOf(row),
  isSendable: isSendable(row),
  updatedAt: row.updatedAt.toISOString(),
});
