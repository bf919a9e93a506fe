import type { BotFields, IntegrationFacts } from '@balcao/domain/flow/run';
import type { TemplateText } from '@balcao/domain/message/template';
import type { Tx } from '../../infrastructure/db/tx.ts';

const templates = {
  name: 'flow-facts.templates',
  text: 'select id, header, body, footer, buttons from templates where company_id = $1 and id = any ($2::int[])',
};

const integrations = {
  name: 'flow-facts.integrations',
  text: `select id, type, name, reply_pause_ms as "delayMs", expires_minutes as "expiresMinutes",
                finish_word as "keywordFinish", restart_word as "keywordRestart", restart_message as "restartMessage",
                unknown_message as "unknownMessage"
           from integrations where company_id = $1 and id = any ($2::int[])`,
};
type IntegrationRow = Omit<IntegrationFacts, 'fields'> & BotFields & { id: number };

export const flowFactStore = {
  integrations: (tx: Tx, ids: number[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : tx.query<IntegrationRow & Record<never, unknown>>(integrations, [tx.companyId, ids]),
  templates: (tx: Tx, ids: number[]) =>
    ids.length === 0 ? Promise.resolve([]) : tx.query<TemplateText & { id: number }>(templates, [tx.companyId, ids]),
};
