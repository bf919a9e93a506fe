import type { TemplateText } from '@balcao/domain/message/template';
import type { Tx } from '../../infrastructure/db/tx.ts';

const templates = {
  name: 'flow-facts.templates',
  text: 'select id, header, body, footer, buttons from templates where company_id = $1 and id = any ($2::int[])',
};

export const flowFactStore = {
  templates: (tx: Tx, ids: number[]) =>
    ids.length === 0 ? Promise.resolve([]) : tx.query<TemplateText & { id: number }>(templates, [tx.companyId, ids]),
};
