import type { ModuleName } from '@balcao/contract';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { Route } from '../foundation/http/handle.ts';
import { accessRoutes } from '../modules/access/index.ts';
import { companyRoutes } from '../modules/companies/index.ts';
import { connectionRoutes, sandboxRoutes } from '../modules/connections/index.ts';
import { contactRoutes } from '../modules/contacts/index.ts';
import { messageRoutes } from '../modules/messages/index.ts';
import { queueRoutes } from '../modules/queues/index.ts';
import { settingRoutes } from '../modules/settings/index.ts';
import { tagRoutes } from '../modules/tags/index.ts';
import { showTickets, ticketRoutes } from '../modules/tickets/index.ts';
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
    messages,
    media,
    sendApi,
    limits,
    idempotency,
    db,
    signFile: sign,
  } = modules;
  return Object.values({
    settings: settingRoutes(settings, version),
    companies: companyRoutes(companies),
    tags: tagRoutes(tags),
    access: accessRoutes(access),
    queues: queueRoutes(queues),
    connections: connectionRoutes(connections, attachments(modules)),
    contacts: contactRoutes(contacts, { db, sign }),
    tickets: ticketRoutes(tickets, { db, contacts, sign }),
    messages: messageRoutes(messages, {
      db,
      settings,
      media,
      sendApi,
      limits,
      idempotency,
      sign,
      showTickets: showTickets({ db, contacts, sign }),
    }),
    sandbox: sandboxRoutes({ connections, control: phones, trace: messages.trace }),
  } satisfies Record<ModuleName, Route[]>).flat();
}
