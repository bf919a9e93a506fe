import type { Connections } from '../modules/connections/index.ts';
import { createContactLists } from '../modules/contact-lists/index.ts';
import type { Contacts } from '../modules/contacts/index.ts';
import { createOptOuts } from '../modules/opt-outs/index.ts';
import type { Removals } from '../modules/removals/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Infrastructure } from './shared-services.ts';

export function buildOptOutsLayer(
  { db, clock }: Pick<Infrastructure, 'db' | 'clock'>,
  {
    contacts,
    settings,
    connections,
    removals,
  }: { contacts: Contacts; settings: Settings; connections: Connections; removals: Removals },
) {
  const optOuts = createOptOuts({
    db,
    clock,
    contacts,
    findHashKey: async () => (await settings.storedOwnSecret('opt-outs'))?.reveal(),
    resolveHashKey: async (generate) => (await settings.ownSecret('opt-outs', generate)).reveal(),
  });
  return { optOuts, contactLists: createContactLists({ db, clock, contacts, connections, removals }) };
}
