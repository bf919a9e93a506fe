import type { Template } from '@balcao/contract/endpoints/templates';
import { placeholdersOf, type FilledTemplate } from '@balcao/domain/message/template';
import type { TemplateRow } from '../../infrastructure/db/schema/templates.ts';
import { isSendable } from './template-rules.ts';

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

export const presentPreview = ({ title, text, footer, buttonTexts, missing }: FilledTemplate) => ({
  title,
  text,
  footer,
  buttons: buttonTexts,
  missing,
});
