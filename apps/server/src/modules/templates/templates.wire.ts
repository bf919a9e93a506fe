import type { Template } from '@balcao/contract/endpoints/templates';
import { gapsOf } from '@balcao/domain/message/template';
import type { TemplateRow } from '../../foundation/db/schema/templates.ts';

/** A file above the text cannot be given here yet, and what is not approved the channel refuses. */
export const isSendable = ({ status, header }: TemplateRow): boolean =>
  status === 'approved' && (header === null || header.format === 'text');

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
