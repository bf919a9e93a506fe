/** A fake simulator: keeps phones for one test and publishes changes like the real one. */
import { endpoints } from '@balcao/contract/endpoints/index';
import type {
  SandboxConnection,
  SandboxContent,
  SandboxCustomer,
  SandboxMessage,
} from '@balcao/contract/endpoints/sandbox';
import { noFaults } from '../features/sandbox/faults-dialog.tsx';
import { answer } from './server.ts';

export const aCustomer = (own: Partial<SandboxCustomer> = {}): SandboxCustomer => ({
  id: 'helena',
  name: 'Helena Prado',
  about: 'Cliente nova, com pressa',
  isGroup: false,
  members: [],
  number: '5581997021145',
  username: '',
  isOnline: true,
  unread: 0,
  lastText: '',
  lastAt: null,
  ...own,
});

export const aPhoneConnection = (own: Partial<SandboxConnection> = {}): SandboxConnection => ({
  id: 1,
  name: 'Matriz (treino)',
  channel: 'whatsapp',
  status: 'CONNECTED',
  number: '558132214400',
  qrcode: '',
  session: 'open',
  now: '2026-07-23T12:41:00.000Z',
  clockAheadHours: 0,
  waiting: 0,
  faults: noFaults,
  customers: [aCustomer(), aCustomer({ id: 'joao', name: 'João Figueiredo', about: 'Reclama da garantia', unread: 2 })],
  ...own,
});

export const aPhoneMessage = (content: SandboxContent, own: Partial<SandboxMessage> = {}): SandboxMessage => ({
  wid: `wid-${Math.random().toString(36).slice(2)}`,
  fromCustomer: false,
  author: '',
  at: '2026-07-23T12:38:00.000Z',
  ticks: 'read',
  isEdited: false,
  isDeleted: false,
  isForwarded: false,
  isFromOwnPhone: false,
  quotes: null,
  reactions: [],
  content,
  ...own,
});

/** Answers requests from `connections` and `messages`; what is added later resolves pending long polls. */
export function fakeSandbox(connections: SandboxConnection[], ...messages: SandboxMessage[]) {
  let revision = 1;
  const waiting = new Set<() => void>();
  const customer = (id: string) =>
    connections.flatMap((connection) => connection.customers).find((candidate) => candidate.id === id) ??
    aCustomer({ id });

  answer(endpoints.sandbox.overview, () => ({ connections }));
  answer(endpoints.sandbox.thread, async ({ params, query }) => {
    if (query.knows === revision) await new Promise<void>((wake) => waiting.add(wake));
    return { revision, customer: customer(params.customerId), messages: [...messages] };
  });
  answer(endpoints.sandbox.trace, () => ({ ticket: null, events: [] }));
  answer(endpoints.sandbox.scripts, () => [
    { id: 'quote', name: 'Pede orçamento', about: '5 mensagens com foto da receita', icon: 'bolt' as const },
  ]);
  const addMessages = (...added: SandboxMessage[]) => {
    messages.push(...added);
    revision += 1;
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const actionRequests = answer(endpoints.sandbox.act, () => ({ wid: null }));
  return { messages, actionRequests, addMessages };
}
