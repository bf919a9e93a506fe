import { createVault } from '../infrastructure/secrets/secrets.ts';
import type { Access } from '../modules/access/index.ts';
import { createAi } from '../modules/ai/index.ts';
import type { Companies } from '../modules/companies/index.ts';
import type { Contacts } from '../modules/contacts/index.ts';
import type { CallContents, FlowCalls } from '../modules/flow-calls/index.ts';
import { createIntegrationModule } from '../modules/integrations/index.ts';
import { saveTranscription } from '../modules/messages/index.ts';
import type { Queues } from '../modules/queues/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Tickets } from '../modules/tickets/index.ts';
import type { createSharedServices, Infrastructure } from './shared-services.ts';
import type { UpwardCalls } from './upward-calls.ts';
import type { UserLookups } from './user-lookups.ts';

type Base = Infrastructure &
  ReturnType<typeof createSharedServices> & { upward: Pick<UpwardCalls, 'flowExists' | 'countBotCall'> };
interface Lower {
  access: Access;
  companies: Companies;
  contacts: Contacts;
  callContents: CallContents;
  flowCalls: FlowCalls;
  queues: Queues;
  settings: Settings;
  tickets: Tickets;
  userLookups: UserLookups;
}

/** Models, external bots and receivers of webhooks. */
export function buildExternalServices(base: Base, lower: Lower) {
  const { db, clock, storage, limits, onError } = base;
  const { access, callContents, companies, contacts, flowCalls, queues, settings, tickets, userLookups } = lower;
  const vault = createVault(base.secrets);
  const integrationModule = createIntegrationModule({
    db,
    clock,
    limits,
    companies,
    flowCalls,
    storage,
    vault,
    storeContent: (...call) => callContents.store(...call).catch(onError),
    services: base.bots,
    flowExists: base.upward.flowExists,
    detachIntegration: tickets.inTx.detachIntegration,
    existingQueueIds: queues.existingIds,
    userExists: userLookups.userExists,
    countBotCall: base.upward.countBotCall,
    hidesNumbers: contacts.inTx.hidesNumbers,
  });
  const ai = createAi({
    db,
    clock,
    companies,
    limits,
    storage,
    vault,
    existingQueueIds: queues.existingIds,
    queueMail: base.queueMail,
    linkTo: base.linkTo,
    admins: access.users.inTx.admins,
    ...base.models,
    openKeys: integrationModule.flowKeys.open,
    hidesNumbers: contacts.inTx.hidesNumbers,
    transcription: {
      url: base.transcriptionUrl,
      key: () => settings.secret('openaikeyaudio'),
      save: (companyId, message, text) =>
        db.inCompany(companyId, (tx) => saveTranscription(tx, tickets, message, text)),
    },
    onError,
  });
  return { integrationModule, ai };
}
