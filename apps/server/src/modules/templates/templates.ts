import type { AutomaticOccasion } from '@balcao/contract/endpoints/templates';
import { maskName } from '@balcao/domain/contact/mask';
import { headerFileOf, placeholdersOf } from '@balcao/domain/message/template';
import { renderVariables } from '@balcao/domain/message/variables';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { templateContent, type ChosenTemplate } from '../messages/index.ts';
import { createSendTemplate, getTemplate, type SendTemplateDeps } from './send-template.ts';
import { isSendableAlone, missingValues, missingValuesError, type PlaceholderValues } from './template-rules.ts';
import { createTemplateSync, type TemplateSyncDeps } from './template-sync.ts';
import { templateStore, type AutomaticTemplate, type TemplateFilter } from './templates.store.ts';

interface Deps extends SendTemplateDeps, TemplateSyncDeps {
  clock: Clock;
  companies: Companies;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
}
interface PreviewTarget {
  ticketId: number | null;
  contactId: number | null;
  values: PlaceholderValues;
}

/** Message templates: texts that a channel has approved, their previews, their use and their sync. */
export function createTemplates(deps: Deps) {
  const { db, clock, companies, connections, contacts, tickets } = deps;

  /** Values for a preview without a ticket: variables about the ticket are empty. */
  async function valuesWithoutTicket(
    tx: Tx,
    actor: Actor,
    connectionId: number,
    { contactId, values }: Omit<PreviewTarget, 'ticketId'>,
  ) {
    const { timeZone } = (await companies.inTx.get(tx)).company;
    const contactName =
      contactId === null ? '' : assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND').name;
    const variables = {
      contactName: (await contacts.inTx.hidesNumbers(tx)) ? maskName(contactName) : contactName,
      userName: await deps.nameOfUser(tx, actor.userId),
      queueName: '',
      connectionName: (await connections.inTx.get(tx, connectionId)).name,
      ticketId: null,
      protocol: '',
      timeZone,
      now: clock.now(),
    };
    return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, renderVariables(value, variables)]));
  }

  /** Refuses templates of other connections, header files and missing values. */
  async function automaticTemplateOf(
    tx: Tx,
    connectionId: number,
    { occasion, templateId, values }: { occasion: AutomaticOccasion; templateId: number; values: PlaceholderValues },
  ): Promise<AutomaticTemplate> {
    const template = await getTemplate(tx, templateId);
    if (template.connectionId !== connectionId) refuse('ERR_NO_TEMPLATE_FOUND');
    if (headerFileOf(template)) refuse('ERR_TEMPLATE_NOT_SENDABLE');
    const missing = missingValues(template, values);
    if (missing.length > 0) throw missingValuesError(missing);
    const keys = placeholdersOf(template).map(({ key }) => key);
    return { occasion, templateId, values: Object.fromEntries(keys.map((key) => [key, values[key]!])) };
  }

  return {
    ...createTemplateSync(deps),
    ...createSendTemplate(deps),

    list: (actor: Actor, filter: TemplateFilter) =>
      db.readCompany(actor.companyId, (tx) => templateStore.page(tx, filter)),

    preview: (actor: Actor, id: number, target: PreviewTarget) =>
      db.readCompany(actor.companyId, async (tx) => {
        const template = await getTemplate(tx, id);
        const ticket =
          target.ticketId === null
            ? undefined
            : tickets.requireReadable(actor, await tickets.inTx.find(tx, target.ticketId));
        const values = ticket
          ? await deps.renderValues(tx, ticket, target.values)
          : await valuesWithoutTicket(tx, actor, template.connectionId, target);
        return templateContent(template, values).filled;
      }),

    automatic: (actor: Actor, connectionId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await connections.inTx.get(tx, connectionId);
        return templateStore.automatic(tx, connectionId);
      }),
    setAutomatic: (actor: Actor, connectionId: number, chosen: AutomaticTemplate[]) =>
      db.inCompany(actor.companyId, async (tx) => {
        await connections.inTx.get(tx, connectionId);
        const rows = new Map<AutomaticOccasion, AutomaticTemplate>();
        for (const choice of chosen) rows.set(choice.occasion, await automaticTemplateOf(tx, connectionId, choice));
        await templateStore.setAutomatic(tx, connectionId, [...rows.values()]);
        await audit(tx, {
          userId: actor.userId,
          action: 'connection.changed',
          subject: `connection ${connectionId}`,
          data: { fields: ['automaticTemplates'] },
        });
      }),
    /** For automatic messages: the template that replaces free text after the reply window. */
    async findChosen(tx: Tx, connectionId: number, occasion: AutomaticOccasion): Promise<ChosenTemplate | undefined> {
      const row = await templateStore.automaticFor(tx, connectionId, occasion);
      return row && isSendableAlone(row) ? { template: row, values: row.values } : undefined;
    },
  };
}
export type Templates = ReturnType<typeof createTemplates>;
