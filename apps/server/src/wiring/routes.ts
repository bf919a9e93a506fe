import type { ModuleName } from '@balcao/contract';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { Route } from '../foundation/http/handle.ts';
import { accessRoutes } from '../modules/access/index.ts';
import { chatbotRoutes } from '../modules/automation/index.ts';
import { companyRoutes } from '../modules/companies/index.ts';
import { connectionRoutes, linkingRoutes, sandboxRoutes } from '../modules/connections/index.ts';
import { contactSheetRoutes } from '../modules/contact-sheets/index.ts';
import { contactRoutes, contactTagging } from '../modules/contacts/index.ts';
import { dashboardRoutes } from '../modules/dashboard/index.ts';
import { fileListRoutes } from '../modules/file-lists/index.ts';
import { messageRoutes, showMessagesWithin } from '../modules/messages/index.ts';
import { historyRoutes } from '../modules/history/index.ts';
import { noteRoutes } from '../modules/notes/index.ts';
import { numberHealthRoutes } from '../modules/number-health/index.ts';
import { privacyRoutes } from '../modules/privacy/index.ts';
import { pushRoutes } from '../modules/push/index.ts';
import { queueRoutes } from '../modules/queues/index.ts';
import { quickMessageRoutes } from '../modules/quick-messages/index.ts';
import { settingRoutes } from '../modules/settings/index.ts';
import { tagRoutes } from '../modules/tags/index.ts';
import { templateRoutes } from '../modules/templates/index.ts';
import { showTicketsWithin, ticketRoutes } from '../modules/tickets/index.ts';
import { attachments } from './attachments.ts';
import type { Modules } from './modules.ts';

/** Every call of the contract and who answers it. A module without its routes does not compile. */
export function routes(
  modules: Modules,
  { version, phones }: { version: string; phones: SandboxControl | undefined },
): Route[] {
  const {
    settings,
    companies,
    tags,
    access,
    queues,
    connections,
    contacts,
    tickets,
    desk,
    notes,
    quickMessages,
    fileLists,
    dashboard,
    messages,
    media,
    sendApi,
    limits,
    idempotency,
    db,
    signFile: sign,
  } = modules;
  return Object.values({
    settings: settingRoutes(settings, modules.settingChanges, version),
    companies: companyRoutes(companies, modules.holidays, modules.settingChanges),
    tags: tagRoutes(tags, contactTagging(contacts, { db, sign })),
    access: accessRoutes(access),
    queues: queueRoutes(queues),
    chatbots: chatbotRoutes(queues.options, modules.trying),
    connections: connectionRoutes(connections, attachments(modules)),
    linkings: linkingRoutes({ connections, pages: modules.pageLinking }),
    templates: templateRoutes(modules.templates, {
      db,
      media,
      limits,
      showMessages: showMessagesWithin({ settings, sign }),
      showTickets: showTicketsWithin({ contacts, connections, sign }),
    }),
    numberHealth: numberHealthRoutes(modules.numberHealth),
    history: historyRoutes(modules.history),
    contacts: contactRoutes(contacts, { db, sign }),
    contactSheets: contactSheetRoutes(modules.contactSheets, {
      db,
      clock: modules.clock,
      contacts,
      sign,
      signBriefly: modules.signBriefly,
    }),
    tickets: ticketRoutes(tickets, desk, { db, board: modules.board, contacts, connections, sign }),
    messages: messageRoutes(messages, {
      db,
      transcribe: modules.transcribe,
      settings,
      contacts,
      media,
      sendApi,
      limits,
      idempotency,
      sign,
      showTickets: showTicketsWithin({ contacts, connections, sign }),
    }),
    notes: noteRoutes(notes),
    quickMessages: quickMessageRoutes(quickMessages, sign),
    privacy: privacyRoutes(modules.privacy, modules.signBriefly),
    fileLists: fileListRoutes(fileLists, sign),
    dashboard: dashboardRoutes(dashboard),
    push: pushRoutes(modules.push),
    sandbox: sandboxRoutes({ connections, control: phones, pass: modules.clockwork.pass, trace: messages.trace }),
  } satisfies Record<ModuleName, Route[]>).flat();
}
