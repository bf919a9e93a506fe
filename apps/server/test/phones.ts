import type { SandboxControl } from '../src/channels/sandbox/port.ts';
import type { Account } from '../src/channels/port.ts';
import { noFaults } from '../src/channels/sandbox/network/phones.ts';

const faults = { ...noFaults, retryAfterSeconds: 0 };

/** A sandbox control without state that answers at once for any account. */
export function createTestPhones(): SandboxControl {
  const now = () => new Date().toISOString();
  const customer = ({ companyId, connectionId }: Account, id = 'helena', name = `Helena de ${companyId}`) => ({
    id,
    name,
    about: `conexão ${connectionId}`,
    isGroup: false,
    members: [],
    number: '',
    username: id,
    isOnline: true,
    unread: 0,
    lastText: '',
    lastAt: null,
  });
  return {
    getAccountState: async (account) => ({
      session: 'open',
      now: now(),
      clockAheadHours: 0,
      waiting: 0,
      faults,
      customers: [customer(account)],
    }),
    thread: async (account, id) => ({ revision: 1, customer: customer(account, id), messages: [] }),
    media: async () => ({ mime: 'image/png', fileName: 'receita.png', base64: '' }),
    act: async () => ({ wid: null }),
    newCustomer: async (account, { name }) => customer(account, 'novo', name),
    scripts: () => [{ id: 'primeira-compra', name: 'Primeira compra', about: '', icon: 'bolt' }],
    run: async () => ({ steps: 1 }),
    advance: async (_, hours) => ({ now: now(), clockAheadHours: hours }),
    peer: async (_, id) => ({ identities: [{ kind: 'username', value: id }], name: 'Helena', isGroup: false }),
  };
}
